// Storage in the browser between visits. If the browser stores nothing (a private window, full
// storage), everything works but is forgotten.

/**
 * Returns the value stored under a name, or the default.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(name, otherwise) {
  return read(() => localStorage, name, otherwise);
}

/**
 * Returns the value stored under a name in this tab, or the default.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recallHere(name, otherwise) {
  return read(() => sessionStorage, name, otherwise);
}

/**
 * Stores a value as JSON; returns false if there is no room for it.
 * @param {string} name
 * @param {unknown} value
 * @returns {boolean}
 */
export function remember(name, value) {
  return write(() => localStorage, name, value);
}

/** Stores a value in this tab, until it is closed. @param {string} name @param {unknown} value @returns {boolean} */
export function rememberHere(name, value) {
  return write(() => sessionStorage, name, value);
}

/** Removes the value stored under a name. @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(`alfiere.${name}`);
  } catch {
    // a browser that stores nothing has nothing to remove
  }
}

/** Returns the names of stored values that begin with a prefix. @param {string} beginning @returns {string[]} */
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
