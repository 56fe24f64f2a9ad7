// Events around the page: the window is left, the program is away, a file is dropped.

/**
 * Listens until the returned function is called.
 * @param {{leave: () => void, away: (is: boolean) => void, take: (files: FileList) => void}} does
 * @returns {() => void}
 */
export function around({ leave, away, take }) {
  const over = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") && event.preventDefault();
  const drop = (/** @type {DragEvent} */ event) => {
    if (event.dataTransfer && event.dataTransfer.files.length > 0) {
      event.preventDefault();
      take(event.dataTransfer.files);
    }
  };
  const hear = (/** @type {Event} */ event) => away(/** @type {CustomEvent} */ (event).detail !== null);
  window.addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", leave);
  document.addEventListener("away", hear);
  document.addEventListener("dragover", over);
  document.addEventListener("drop", drop);
  return () => {
    window.removeEventListener("pagehide", leave);
    document.removeEventListener("visibilitychange", leave);
    document.removeEventListener("away", hear);
    document.removeEventListener("dragover", over);
    document.removeEventListener("drop", drop);
  };
}
