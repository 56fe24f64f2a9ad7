// A list that is saved in the browser. Each entry has its own key, so that tabs that are open at the
// same time never overwrite the entries of another tab, and never bring back entries that another
// tab has deleted.

import { forget, names, recall, remember } from "./memory.js";

/** What the list adds to each entry; kept is when, in milliseconds. @typedef {{id: string, kept: number}} Mark */

/** @template {object} T */
export class KeptList {
  #name;
  #example;
  /** Entries for which the browser had no room. @type {Map<string, T & Mark>} */
  #unstored = new Map();

  /**
   * @param {string} name
   * @param {T} example has the types of an entry
   * @param {() => void} changed is called when another tab has changed the list
   * @param {AbortSignal} signal ends that
   */
  constructor(name, example, changed, signal) {
    this.#name = name;
    this.#example = { ...example, id: "", kept: 0 };
    this.#adopt();
    const prefix = `alfiere.${name}.`;
    window.addEventListener("storage", ({ key }) => (key === null || key.startsWith(prefix)) && changed(), { signal });
  }

  /** Imports the single list that earlier releases stored under one key. */
  #adopt() {
    const old = recall(this.#name, /** @type {T[]} */ ([])).filter((entry) => entry);
    if (old.length === 0) return;
    // Every tab that does so computes the same ids.
    const stored = old.map((entry, i) => this.#put({ ...entry, id: `before-${i}`, kept: -i }));
    if (stored.every((is) => is)) {
      forget(this.#name);
    }
  }

  /** @param {T & Mark} entry @returns {boolean} whether it is stored */
  #put(entry) {
    const stored = remember(`${this.#name}.${entry.id}`, entry);
    this.#unstored.delete(entry.id);
    if (!stored) {
      this.#unstored.set(entry.id, entry);
    }
    return stored;
  }

  /** Returns the entries of all tabs, newest first. */
  all() {
    const stored = names(`${this.#name}.`).map((name) => recall(name, this.#example));
    const found = stored.filter(({ id }) => id !== "" && !this.#unstored.has(id)); // without an id it is damaged
    return [...found, ...this.#unstored.values()].sort((a, b) => b.kept - a.kept);
  }

  /**
   * Adds an entry.
   * @param {T} entry
   * @returns {boolean} false if it is kept in this tab only: the browser has no room
   */
  keep(entry) {
    const kept = Math.max(Date.now(), (this.all()[0]?.kept ?? 0) + 1);
    return this.#put({ ...entry, id: `${kept}-${Math.random().toString(36).slice(2)}`, kept });
  }

  /** Changes an entry, unless a tab has deleted it. @param {string} id @param {Partial<T>} changes */
  change(id, changes) {
    const entry = this.all().find((other) => other.id === id);
    if (entry) {
      this.#put({ ...entry, ...changes });
    }
  }

  /** @param {string} id */
  drop(id) {
    this.#unstored.delete(id);
    forget(`${this.#name}.${id}`);
  }
}
