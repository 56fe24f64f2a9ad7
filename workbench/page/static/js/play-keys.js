// The keys of the page "Play".

/** @type {[string, string][]} */
export const keys = [
  ["← →", "play.keys.step"],
  ["Home End", "play.keys.ends"],
  ["h", "play.keys.hint"],
  ["u", "play.keys.back"],
  ["n", "play.keys.new"],
];

/**
 * Returns a listener for the page's keys. Text fields keep their keys, and the board keeps the
 * arrow keys for its cursor.
 * @param {Record<string, () => void>} work
 * @returns {(event: KeyboardEvent) => void}
 */
export function keyed(work) {
  return (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.matches("input, textarea, select, [role=tab]") || target.closest("dialog")) {
      return;
    }
    const ofBoard = target.closest("chess-board") !== null && event.key.length > 1 && event.key !== "Escape";
    const chosen = ofBoard ? undefined : work[event.key];
    if (chosen) {
      event.preventDefault();
      chosen();
    }
  };
}
