// A picture of an experiment as an image, so that nothing in it can run.

import { el } from "./dom.js";

/**
 * Returns the picture, with its size, so that nothing moves when it is decoded.
 * @param {{svg?: string, png?: string}} data in base64
 * @param {string} alt
 */
export function picture({ svg, png }, alt) {
  if (!svg && !png) {
    return null;
  }
  const [width, height] = (svg ? sizeOfSVG(svg) : sizeOfPNG(png ?? "")) ?? [];
  const src = svg ? `data:image/svg+xml;base64,${svg}` : `data:image/png;base64,${png}`;
  return el("p", { class: "wide" }, el("img", { src, alt, class: "laboratory-picture", width, height }));
}

/** @param {string} base64 @returns {number[] | null} */
function sizeOfSVG(base64) {
  const root = /<svg[^>]*>/.exec(atob(base64.slice(0, 2000)))?.[0] ?? "";
  const [, width] = /\swidth="(\d+)(?:\.\d+)?(?:px)?"/.exec(root) ?? [];
  const [, height] = /\sheight="(\d+)(?:\.\d+)?(?:px)?"/.exec(root) ?? [];
  return width && height ? [Number(width), Number(height)] : null;
}

/** @param {string} base64 @returns {number[] | null} */
function sizeOfPNG(base64) {
  const bytes = Uint8Array.from(atob(base64.slice(0, 40)), (sign) => sign.charCodeAt(0));
  return bytes.length < 24 ? null : [16, 20].map((at) => new DataView(bytes.buffer).getUint32(at));
}
