// The sound of a move: a short knock on wood, computed once.

/** @type {AudioContext | undefined} */
let context;
/** @type {AudioBuffer | undefined} */
let knocked;

/** Plays it. A browser that forbids sounds before the reader does anything stays silent. */
export function knock() {
  context ??= new AudioContext();
  knocked ??= wood(context);
  context.resume();
  const source = new AudioBufferSourceNode(context, { buffer: knocked });
  source.connect(context.destination);
  source.start();
}

/** Returns two tones of a board and the touch of the man. @param {AudioContext} context */
function wood({ sampleRate }) {
  const buffer = new AudioBuffer({ length: sampleRate / 8, sampleRate });
  buffer.getChannelData(0).forEach((_, i, samples) => {
    const time = i / sampleRate;
    const tone = (/** @type {number} */ hertz, /** @type {number} */ fading) =>
      Math.sin(2 * Math.PI * hertz * time) * Math.exp(-fading * time);
    samples[i] = 0.3 * tone(210, 55) + 0.2 * tone(940, 150) + 0.1 * (2 * Math.random() - 1) * Math.exp(-500 * time);
  });
  return buffer;
}
