// The panel "Council": members with different evaluation terms propose moves, shown as arrows on the
// board, and a criterion chooses.

import "./words-why.js";
import { add, button, el, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";
import { chip, face, letters as all, Members, wide } from "./play-members.js";
import { written } from "./play-moves.js";
import { language, t } from "./words.js";

/** @import { App } from "./pages.js" @import { ChessBoard } from "./board.js" */
/** @import { Move, Table } from "./play-table.js" @import { Score } from "./play-moves.js" */

/**
 * @typedef {{member: string, letters: string, move: Move, score: Score, depth: number, line: string[],
 *   weight?: number, chosen: boolean}} Proposal
 * @typedef {{move: Move, members: string[], weight: number, share: number, chosen: boolean}} Vote
 * @typedef {{criterion: string, move: Move, proposals: Proposal[], votes: Vote[], absent?: string[],
 *   second?: Proposal}} Ballot
 */

/** The panel. */
export class Council {
  element = el("div", { class: "council" });
  #app;
  #table;
  #board;
  #play;
  #members;
  #about = "";
  /** @type {AbortController | null} */
  #running = null;
  #criterion = el("select", { class: "council-criterion" });
  #nodes = el("select", { class: "council-nodes" }, [2000, 20000, 200000, 1000000].map((n) =>
    el("option", { value: String(n), selected: n === 20000 }, t("play.nodes", { n: n.toLocaleString(language()) }))));
  #ask = button("primary council-ask", t("play.council.ask"), () => this.ask());
  #stop = button("council-stop", t("play.stop"), () => this.stop(), { hidden: true });
  #status = el("p", { class: "strip", role: "status" });
  #votes = el("ol", { class: "votes" });
  #proposals = el("tbody", null);

  /**
   * @param {App} app @param {Table} table @param {ChessBoard} board @param {(uci: string[]) => void} play
   * @param {{criteria: {name: string, says: string}[], councils: string[], members: Record<string, string[]>}} choices
   */
  constructor(app, table, board, play, choices) {
    this.#app = app;
    this.#table = table;
    this.#board = board;
    this.#play = play;
    this.#members = new Members(choices.councils, choices.members);
    const criterion = (/** @type {{name: string}} */ { name }) =>
      el("option", { value: name }, t(`play.criterion.${name}`));
    add(this.#criterion, choices.criteria.map(criterion));
    const heads = ["play.member", "play.move", "play.value", "play.depth", "play.weight", "play.line"];
    const numeric = new Set(["play.value", "play.depth", "play.weight"]);
    const field = (/** @type {string} */ key, /** @type {HTMLElement} */ control) =>
      el("label", { class: "stacked" }, el("span", null, t(key)), control);
    const head = (/** @type {string} */ key) =>
      el("th", { scope: "col", class: numeric.has(key) ? "number" : null }, t(key));
    const legend = (/** @type {string} */ letter) => el("span", null, chip(letter), ` ${t(`play.letter.${letter}`)}`);
    this.element.append(
      el("p", { class: "hint" }, t("play.council.hint")),
      el("div", { class: "council-fields" },
        field("play.council.who", this.#members.choice),
        field("play.council.criterion", this.#criterion),
        field("play.council.nodes", this.#nodes),
        el("div", { class: "row" }, this.#ask, this.#stop),
      ),
      this.#members.element,
      el("p", { class: "letter-legend" }, [...all].map(legend)),
      this.#status,
      this.#votes,
      wide("play.tab.council",
        el("table", { class: "proposals" }, el("thead", null, el("tr", null, heads.map(head))), this.#proposals)),
    );
  }

  /** Clears what belongs to another position. */
  follow() {
    if (this.#about !== "" && this.#about !== this.#table.fen) {
      this.stop();
      this.clear();
    }
  }

  clear() {
    this.#about = "";
    fill(this.#votes);
    fill(this.#proposals);
    fill(this.#status);
    this.#board.arrows = [];
  }

  stop() {
    this.#running?.abort();
    this.#running = null;
    this.#stop.hidden = true;
  }

  async ask() {
    this.stop();
    this.clear();
    const own = new AbortController();
    this.#running = own;
    this.#about = this.#table.fen;
    this.#stop.hidden = false;
    fill(this.#status, t("play.council.asked"));
    /** @type {Proposal[]} */
    const heard = [];
    const body = {
      start: this.#table.game.start,
      moves: this.#table.path,
      consult: this.#members.text,
      criterion: this.#criterion.value,
      nodes: Number(this.#nodes.value),
    };
    try {
      const ballot = await this.#app.engine.call("council", body, {
        signal: own.signal,
        on: (event, data) => {
          if (event === "waiting") {
            fill(this.#status, t("app.waiting", data));
          } else if (event === "again") {
            heard.length = 0;
          } else if (event === "partial") {
            heard.push(data);
            this.#drawProposals(heard);
            this.#board.arrows = heard.map(({ move }) => ({ from: move.from, to: move.to, width: 0.5 }));
          }
        },
      });
      this.#drawBallot(ballot);
    } catch (thrown) {
      if (!cancelled(thrown)) {
        fill(this.#status, messageOf(thrown));
      } else if (this.#running === own || this.#running === null) {
        fill(this.#status, t("play.stopped"));
      }
    }
    if (this.#running === own) {
      this.stop();
    }
  }

  /** @param {Ballot} ballot */
  #drawBallot(ballot) {
    this.#drawProposals(ballot.second ? [...ballot.proposals, ballot.second] : ballot.proposals);
    fill(this.#votes,
      ballot.votes.map((vote) => {
        const filled = el("span", { class: vote.chosen ? "bar-chosen" : "bar-other" });
        filled.style.width = `${Math.max(2, 100 * vote.share)}%`;
        return el("li", { class: vote.chosen ? "chosen" : "" },
          button("link", vote.move.san, () => this.#play([vote.move.uci]), { title: t("play.think.play") }),
          el("span", { class: "vote-bar", "aria-hidden": "true" }, filled),
          el("span", { class: "vote-says" }, shortly(vote.weight), vote.members.map(face)),
        );
      }),
    );
    this.#board.arrows = ballot.votes.map(({ move: { from, to, san }, share, chosen }) =>
      ({ from, to, width: 0.4 + 2.4 * share, kind: chosen ? "good" : "threat", label: san }));
    const says = t("play.council.says", { move: ballot.move.san, votes: ballot.votes[0]?.members.length ?? 0,
      of: ballot.proposals.length, criterion: t(`play.criterion.${ballot.criterion}`) });
    fill(this.#status, says, ballot.absent && ` ${t("play.council.absent")} `, (ballot.absent ?? []).map(face));
    this.#app.announce(says);
  }

  /** @param {Proposal[]} proposals */
  #drawProposals(proposals) {
    fill(this.#proposals,
      proposals.map((made) =>
        el("tr", { class: made.chosen ? "chosen" : "" },
          el("th", { scope: "row" }, face(made.member)),
          el("td", null, el("b", null, made.move.san), made.chosen && " ✓"),
          el("td", { class: "number" }, written(made.score)),
          el("td", { class: "number" }, made.depth),
          el("td", { class: "number" }, made.weight === undefined ? "" : shortly(made.weight)),
          el("td", { class: "line" }, made.line.slice(1, 7).join(" ")),
        ),
      ),
    );
  }
}

/** Writes a weight with at most two decimals. @param {number} weight */
const shortly = (weight) => weight.toLocaleString(language(), { maximumFractionDigits: 2 }).replace("-", "−");
