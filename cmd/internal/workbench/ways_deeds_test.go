package workbench

import "alfiere/internal/testing/webtest"

// promotionDeeds are those with a pawn on a7, on the page "Play".
var promotionDeeds = []webtest.Deed{
	{Name: "promote", Do: "@a7; @a8; .promotion[data-piece=n]", Keys: "@a7; @a8; +ArrowDown Enter", Seen: `said(".movelist", "a8=N")`},
	{Name: "take back", Do: ".do-back", Seen: `document.documentElement.dataset.moves === "0"`},
	{Name: "open the choice", Do: "@a7; @a8", Seen: `shown("dialog.promotions")`},
	{Name: "cancel it", Do: "@e4", Keys: "+Escape", Seen: `!$("dialog")`},
	{Name: "type a move", Do: ".typed; =Kb2; +Enter", Seen: `said(".movelist", "Kb2")`},
	{Name: "a comment", Do: ".edit-comment; =good; .edit-save", Seen: `said(".movelist", "good")`},
	{Name: "another move", Do: `.step-previous; @a1; @b1`, Seen: `said(".tree-branches", "Kb1")`},
	{Name: "the main line", Do: `.edit-raise`, Seen: `said(".tree-branches", "Kb2")`},
	{Name: "choose a move", Do: ".tree-branches .move", Seen: `$(".tree-branches .move").ariaCurrent === "step"`},
	{Name: "delete it", Do: ".edit-remove", Seen: `!$(".tree-branches")`},
	{Name: "the game before", Do: ".do-before", Seen: `said(".movelist", "Kb2")`},
}

// gameDeeds are those in a game against the program, which waits until letThrough.
var gameDeeds = []webtest.Deed{
	{Name: "move", Do: "@e2; @e4", Seen: `document.documentElement.dataset.moves === "1"`},
	{Name: "premove", Do: "@g1; @f3", Seen: `many("chess-board .mark.premove") === 2`},
	{Name: "no premove", Do: "@h5", Keys: "+Escape", Seen: `many("chess-board .mark.premove") === 0`},
	{Name: "another premove", Do: "@d2; @d4", Seen: `many("chess-board .mark.premove") === 2`},
	{Name: "it is played", Do: "!letThrough()", Seen: `document.documentElement.dataset.moves === "4"`},
	{Name: "hint", Do: ".do-hint", Seen: `said(".play-says", "would play")`},
	{Name: "turn", Do: ".do-turn", Seen: `$("chess-board").orientation === "black"`, Undo: `$(".do-turn").click()`},
	{Name: "offer a draw", Do: ".do-draw", Seen: `said(".play-says", "declines")`},
	{Name: "resign", Do: ".do-resign", Seen: `said(".play-verdict", "Resignation")`},
	{Name: "go on", Do: ".play-goon", Seen: `said(".play-verdict", "White to move")`},
	{Name: "new game", Do: ".do-new", Seen: `shown(".new-game")`},
	{Name: "its sides", Do: ".new-game [value=both]", Keys: "-.new-game [value=white]; +ArrowUp", Seen: `$(".new-game [value=both]").checked`},
	{Name: "its level", Do: "~#level=0", Seen: `$("#level").value === "0"`},
	{Name: "its clock", Do: "~#clock=3+2", Seen: `$("#clock").value === "3+2"`},
	{Name: "its position", Do: ".from-board", Seen: `$("#start").value !== ""`},
	{Name: "begin", Do: ".new-game [type=submit]", Seen: `!$("dialog") && document.documentElement.dataset.moves === "0"`},
}

// studyDeeds are those with a game that has been played.
var studyDeeds = []webtest.Deed{
	{Name: "judge", Do: ".do-judge", Seen: `said(".tallies", "Black: 1 blunder")`},
	{Name: "learn", Do: ".do-learn", Seen: `shown(".learn-task")`},
	{Name: "a hint", Do: ".learn-hint", Seen: `said(".learn-says", "starts on")`},
	{Name: "the solution", Do: ".learn-solution", Seen: `$("chess-board .arrow.good") && !$(".learn-solution")`},
	{Name: "the next mistake", Do: ".learn-next", Seen: `!said(".learn-task", "1/")`},
	{Name: "learn no more", Do: ".learn-close", Seen: `!$(".learn")`},
	{Name: "a move of the list", Do: `.movelist [data-ply="6"]`, Seen: `said(".play-verdict", "After move 3, Nf6")`},
	{Name: "next position", Do: ".step-next", Seen: `said(".play-verdict", "Checkmate")`},
	{Name: "previous position", Do: ".step-previous", Seen: `said(".play-verdict", "After move 3, Nf6")`},
	{Name: "the graph", Do: ".graph-field", Keys: "-.graph-field; +ArrowLeft", Seen: `!said(".play-verdict", "After move 3, Nf6")`},
	{Name: "another one", Do: `.movelist [data-ply="2"]`, Seen: `said(".play-verdict", "After move 1, e5")`},
	{Name: "think", Do: "#tab-think; .think button", Keys: `-[role=tab][tabindex="0"]; +ArrowRight; .think button`, Seen: `many(".think-lines button") === 3`},
	{Name: "one line", Do: "~.think select=1", Seen: `many(".think-lines button") === 1`},
	{Name: "its move", Do: ".think-lines button", Seen: `!said(".play-verdict", "After move 1, e5")`},
	{Name: "think no more", Do: ".think button[aria-pressed]", Seen: `!pressed(".think button")`},
	{Name: "why", Do: "#tab-why", Keys: `-[role=tab][tabindex="0"]; +ArrowRight`, Seen: `many(".why-sums tbody tr") === 10`},
	{Name: "a letter", Do: "[data-letter=a]", Seen: `many(".why-sums tbody tr") === 9`, Undo: `$("[data-letter=a]").click()`},
	{Name: "no tints", Do: ".why input", Seen: `many("chess-board .tint") === 0`, Undo: `$(".why input").click()`},
	{Name: "a man", Do: ".why-notable button", Keys: "-.why-notable button", Seen: `many("chess-board .mark.ring") === 1`},
	{Name: "all men", Do: ".why summary", Seen: `shown(".why-men tbody tr")`},
	{Name: "council", Do: "#tab-council", Keys: `-[role=tab][tabindex="0"]; +ArrowRight`, Seen: `shown(".council-ask")`},
	{Name: "its positions", Do: "~.council-nodes=2000", Seen: `$(".council-nodes").value === "2000"`},
	{Name: "its members", Do: ".council-members summary", Seen: `shown(".member-row")`},
	{Name: "a letter of one", Do: ".member-row [data-letter=n]", Seen: `pressed(".member-row [data-letter=n]")`},
	{Name: "one less", Do: ".member-remove", Seen: `many(".member-row") === 6`},
	{Name: "one more", Do: ".member-add", Seen: `many(".member-row") === 7`},
	{Name: "another council", Do: "~.council-who=balanced7", Seen: `$(".council-who").value === "balanced7"`},
	{Name: "ask it", Do: ".council-ask", Seen: `said(".council .strip", "The council plays")`},
	{Name: "play its move", Do: ".votes button", Seen: `!$(".votes button")`},
	{Name: "text", Do: "#tab-text", Keys: `-[role=tab][tabindex="0"]; +ArrowRight`, Seen: `shown(".text textarea")`},
	{Name: "write", Do: ".text-write", Seen: `said(".text-status", "moves.")`},
	{Name: "its moves", Do: ".text-moves", Seen: `shown(".movelist")`},
}

// endDeeds follow them on a desk; a phone has no room for the buttons.
var endDeeds = []webtest.Deed{
	{Name: "first position", Do: ".step-first", Keys: "+Home", Seen: `said(".play-verdict", "Before the first move")`},
	{Name: "last position", Do: ".step-last", Keys: "+End", Seen: `!said(".play-verdict", "Before the first move")`},
}

// collectionDeeds are those of the page "Collection", which is empty.
var collectionDeeds = []webtest.Deed{
	{Name: "choose files", Do: ".drop-zone .choose", Seen: `window.picked`, Undo: `window.picked = false`},
	{Name: "choose other files", Do: "#import-files", Keys: "#import-files; +Enter", Seen: `window.picked`},
	{Name: "close", Do: "#collection-side .closer", Seen: `$("#collection-side").hidden`},
	{Name: "classics", Do: ".drop-zone .classics", Seen: `said(".collection-count", "20 problems")`},
	{Name: "import", Do: `!$("#collection-side .row button + button").click(); [data-tab="import"]; #import-text; =8/8/8/8/8/k2K4/7Q/8 w - - dm 2;; #collection-side .primary`, Seen: `said("#collection-side", "1 added")`},
	{Name: "close", Do: "#collection-side .closer", Seen: `$("#collection-side").hidden`},
	{Name: "examples", Do: ".collection-examples summary", Seen: `many(".collection-examples li") === 10 && shown(".collection-examples li")`},
	{Name: "an example", Do: ".collection-examples li:nth-child(10) button", Seen: `said(".collection-count", "values")`, Undo: `history.back()`},
	{Name: "no examples", Do: ".collection-examples summary", Seen: `!shown(".collection-examples li")`},
	{Name: "form", Do: ".collection-form summary", Seen: `document.activeElement.id === "form-author"`},
	{Name: "author", Do: "#form-author; =Cumpe", Seen: `$(".collection-count").innerText === "1 problem"`},
	{Name: "find", Do: "~#form-stipulation=#2; .collection-query .primary", Seen: `location.hash.includes("%232")`},
	{Name: "copy the link", Do: ".collection-helps .share", Seen: `window.copied === location.href`},
	{Name: "close the form", Do: ".collection-form summary", Seen: `!shown("#form-author")`},
	{Name: "details", Do: ".collection-grid li button", Seen: `shown(".collection-solution .key")`},
	{Name: "its key", Do: ".collection-solution .key", Keys: `-.collection-solution [role=treeitem][tabindex="0"]; +Enter`, Seen: `shown(".collection-solution .walk")`},
	{Name: "leave it", Do: ".collection-solution .leave", Seen: `!shown(".collection-solution .walk")`},
	{Name: "edit", Do: ".collection-details .tools button", Seen: `shown(".collection-edit")`},
	{Name: "a title", Do: ".collection-edit [name=title]; =Minor; .collection-edit .primary", Seen: `said(".collection-details [role=status]", "Saved")`},
	{Name: "undo", Do: ".collection-details [role=status] button", Seen: `said(".collection-details [role=status]", "undone")`},
	{Name: "copy the position", Do: ".collection-details .tools button:nth-of-type(3)", Seen: `window.copied.startsWith("8/8/8/3K4")`},
	{Name: "solve", Do: `[data-tab="solve"]`, Seen: `$(".solve chess-board[movable]")`},
	{Name: "a wrong move", Do: "@f2; @h2", Seen: `said(".solve-said", "1.Qxh2")`},
	{Name: "give up", Do: ".solve .give", Seen: `said(".solve-said", "Here is the solution") && shown(".solve .key")`},
	{Name: "no score", Do: ".solve .hint .link", Seen: `said(".solve-score", "Given up 0")`},
	{Name: "export", Do: `[data-tab="export"]`, Seen: `shown("#sheet-many")`},
	{Name: "a format", Do: "~#export-format=epd", Seen: `$("#export-format").value === "epd"`},
	{Name: "save", Do: "#collection-side .primary", Seen: `named.includes("problems.epd")`},
	{Name: "diagrams on a page", Do: "~#sheet-many=12", Seen: `$("#sheet-many").value === "12"`},
	{Name: "no keys", Do: "~#sheet-end=nothing", Seen: `$("#sheet-end").value === "nothing"`},
	{Name: "print the sheet", Do: ".sheet-form .print", Seen: `said(".sheet-form [role=status]", "1 diagram on 1 page")`},
	{Name: "analysis", Do: `[data-tab="analysis"]; #collection-side .primary`, Seen: `/\d problems? analysed/.test($("#collection-side").innerText)`},
	{Name: "statistics", Do: `[data-tab="statistics"]`, Seen: `shown("#collection-side .bar-row")`},
	{Name: "its fields", Do: "#collection-side details summary", Seen: `shown("#collection-side .statistics-fields input")`},
	{Name: "a bar", Do: "#collection-side .bar-row", Seen: `shown("#collection-side .link")`},
	{Name: "the query before", Do: "#collection-side .link", Seen: `$("#collection-query").value === 'author:"Cumpe*" #2'`},
	{Name: "open the problem", Do: "#collection-side .closer; .collection-grid li button; .collection-details a.primary", Seen: `document.documentElement.dataset.ready === "problem"`},
}

// laboratoryDeeds are those of the page "Laboratory", which has a match of five games.
var laboratoryDeeds = []webtest.Deed{
	{Name: "the experiment", Do: `[data-name="match"]`, Seen: `location.hash.includes("name=match") && shown(".laboratory-job")`},
	{Name: "copy the command", Do: ".laboratory-job .copy", Seen: `window.copied === "alfiere-lab x"`},
	{Name: "its games", Do: ".laboratory-part:has(.laboratory-games) summary", Seen: `many(".laboratory-games li") === 5`},
	{Name: "a game on the board", Do: `.laboratory-games [data-game="2"]`, Seen: `document.documentElement.dataset.ready === "play" && document.documentElement.dataset.moves === "1"`},
}
