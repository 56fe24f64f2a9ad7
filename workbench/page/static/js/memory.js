// What the browser keeps from one visit to the next. Where it keeps nothing (a private window,
// storage that is full) everything works, and is forgotten.

/**
 * Returns what was kept under a name, or the other value.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(name, otherwise) {
  return read(() => localStorage, name, otherwise);
}

/**
 * Returns what was kept under a name in this tab, or the other value.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recallHere(name, otherwise) {
  return read(() => sessionStorage, name, otherwise);
}

/**
 * Keeps a value that JSON can hold; false says that there was no room for it.
 * @param {string} name
 * @param {unknown} value
 * @returns {boolean}
 */
export function remember(name, value) {
  return write(() => localStorage, name, value);
}

/**
 * Keeps a value in this tab, until it is closed.
 * @param {string} name
 * @param {unknown} value
 * @returns {boolean}
 */
export function rememberHere(name, value) {
  return write(() => sessionStorage, name, value);
}

/**
 * Removes what was kept under a name.
 * @param {string} name
 */
export function forget(name) {
  try {
    localStorage.removeItem(`alfiere.${name}`);
  } catch {
    // a browser that keeps nothing has nothing to remove
  }
}

/**
 * Returns the names, with this beginning, under which something is kept.
 * @param {string} beginning
 * @returns {string[]}
 */
export function names(beginning) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`alfiere.${beginning}`)).map((key) => key.slice("alfiere.".length));
  } catch {
    return [];
  }
}

/**
 * @template T
 * @param {() => Storage} store asking for one may be forbidden, too
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
function read(store, name, otherwise) {
  try {
    const text = store().getItem(`alfiere.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {() => Storage} store
 * @param {string} name
 * @param {unknown} value
 * @returns {boolean}
 */
function write(store, name, value) {
  try {
    store().setItem(`alfiere.${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
