// The state in the part of the address after "#": page?name=value&… .

/** @import { State } from "./pages.js" */

/** Reads a link; "" for the page if it names none. @param {string} hash @returns {State} */
export function read(hash) {
  const [page = "", query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  return { ...Object.fromEntries(new URLSearchParams(query)), page };
}

/** Writes a link. The characters of positions stay readable. @param {State} state */
export function write(state) {
  const { page = "", ...rest } = state;
  const entries = Object.entries(rest).filter(([, value]) => value !== "");
  const query = entries.map(([name, value]) => `${encodeURIComponent(name)}=${encode(value)}`).join("&");
  return `#${page}${query === "" ? "" : `?${query}`}`;
}

/** @param {string} value */
function encode(value) {
  return encodeURIComponent(value).replace(/%2F/g, "/").replace(/%20/g, "+").replace(/%2C/g, ",");
}
