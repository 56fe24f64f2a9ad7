// The outlines of the men in a square of 100 by 100 units, as movegen/notation draws them in
// diagrams. This file is written by `go test ./workbench/page -update`.

/** @type {Readonly<Record<string, string>>} */
export const outlines = {
  K: "M47 10h6v8h8v6h-8v10c8-8 30-8 31 8 0 12-12 20-14 32h-40c-2-12-14-20-14-32 1-16 23-16 31-8v-10h-8v-6h8z"
    + "M24 74h52v12h-52z",
  Q: "M16 30l14 20 4-30 16 28 16-28 4 30 14-20-10 44h-48zM24 74h52v12h-52z",
  R: "M28 18h10v8h7v-8h10v8h7v-8h10v20l-8 8 3 28h-34l3-28-8-8zM22 74h56v12h-56z",
  B: "M50 12a5 5 0 0 1 4 8c12 10 18 24 10 36l-5 8 4 10h-26l4-10-5-8c-8-12-2-26 10-36a5 5 0 0 1 4-8z"
    + "M24 74h52v12h-52zM50 32v18M41 41h18",
  N: "M36 74c0-18 18-22 17-35l-17 12-9 1-4-9 15-21 5-10 6 8c22 2 30 28 27 54zM24 74h52v12h-52z",
  P: "M50 22a13 13 0 0 1 8 23c8 6 12 18 12 29h-40c0-11 4-23 12-29a13 13 0 0 1 8-23zM24 74h52v12h-52z",
};
