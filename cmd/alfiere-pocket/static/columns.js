// Puts the table of functions right that alfiere-pocket has written in columns, which compress
// better (columns.go). The memory is that of a program that has not begun.
globalThis.fromColumns = (module, memory) => {
  for (const section of WebAssembly.Module.customSections(module, "columns")) {
    const [address, length, count] = new Uint32Array(section);
    const table = new Uint32Array(memory, address, length);
    const columns = table.slice();
    let read = 0;
    for (const at of [0, 1]) {
      for (let i = 0, sum = 0; i <= count; i++) {
        table[2 * i + at] = sum += columns[read++];
      }
    }
    const places = Array.from({ length: count }, (_, i) => table[2 * i + 1] / 4);
    places.push(length);
    for (let column = 0; read < length; column++) {
      for (let i = 0, sum = 0; i < count; i++) {
        const at = places[i] + column;
        if (at < places[i + 1]) {
          table[at] = sum = columns[read++] + (column === 0 ? sum : 0);
        }
      }
    }
  }
};
