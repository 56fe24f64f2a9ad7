// Storage in the browser between visits. If the browser stores nothing (a private window, full
// storage), everything works but is forgotten. What is stored may be damaged, or of another version of the page: a part
// that has another type than in the default is replaced by that of the default.

/** Returns the value stored under a name, or the default. @template T @param {string} name @param {T} otherwise */
export const recall = (name, otherwise) => read(() => localStorage, name, otherwise);

/** Returns the value stored in this tab, or the default. @template T @param {string} name @param {T} otherwise */
export const recallHere = (name, otherwise) => read(() => sessionStorage, name, otherwise);

/** Stores a value as JSON; returns false if there is no room for it. @param {string} name @param {unknown} value */
export const remember = (name, value) => write(() => localStorage, name, value);

/** Stores a value in this tab, until it is closed. @param {string} name @param {unknown} value */
export const rememberHere = (name, value) => write(() => sessionStorage, name, value);

/** Removes the value stored under a name. @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(`alfiere.${name}`);
  } catch {
    // a browser that stores nothing has nothing to remove
  }
}

/** Returns the names of stored values that begin with a prefix. @param {string} beginning */
export function names(beginning) {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(`alfiere.${beginning}`));
    return keys.map((key) => key.slice("alfiere.".length));
  } catch {
    return [];
  }
}

/**
 * @template T
 * @param {() => Storage} store asking for one may be forbidden, too
 * @param {string} name @param {T} otherwise @returns {T}
 */
function read(store, name, otherwise) {
  try {
    const text = store().getItem(`alfiere.${name}`);
    return text === null ? otherwise : like(otherwise, JSON.parse(text));
  } catch {
    return otherwise;
  }
}

/**
 * Returns a value with the types of an example; null in an example stands for any value.
 * @template T
 * @param {T} example @param {any} value @returns {T}
 */
function like(example, value) {
  if (example === null) return value;
  if (value === null || typeof value !== typeof example || Array.isArray(value) !== Array.isArray(example)) {
    return example;
  }
  if (typeof example !== "object" || Array.isArray(example)) return value;
  const parts = Object.entries(example).map(([name, part]) => [name, name in value ? like(part, value[name]) : part]);
  return { ...value, ...Object.fromEntries(parts) };
}

/** @param {() => Storage} store @param {string} name @param {unknown} value */
function write(store, name, value) {
  try {
    store().setItem(`alfiere.${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
