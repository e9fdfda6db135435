// The editor of a sheet: a text with line numbers and colours, what is wrong below its line, what comes out behind it.
// It is packed with CodeMirror into packed.js; nothing is asked of any other host.
import { autocompletion, completionKeymap, acceptCompletion, completionStatus } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, WidgetType, drawSelection, highlightActiveLine, keymap, lineNumbers, showPanel } from "@codemirror/view";

// In milliseconds: the page follows so soon after a key, or once it has followed the one before, which is waited for so
// long at most; and what is wrong is said when no key has followed for so long, for half a word is seldom a name.
const SOON = 30, PATIENCE = 2000, SAID = 400;
const TOKEN = /#.*$|"[^"]*"?|\b\d*d(?:\d+|%)(?![\w])|\b\d+\b|[A-Za-z]\w*/g;
const HEADING = /^\s*(?:next\s+)?[A-Za-z]\w*\s*(?=:)/;

const look = {
  "&": { backgroundColor: "transparent", color: "var(--ink)", fontSize: "13px" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: 'ui-monospace, Menlo, "DejaVu Sans Mono", Consolas, monospace', lineHeight: "21px" },
  ".cm-content": { padding: "10px 0", caretColor: "var(--a)" },
  ".cm-cursor": { borderLeftColor: "var(--a)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--muted)", border: "0", fontSize: "12px" },
  ".cm-activeLine": { backgroundColor: "var(--sunk)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--a-soft) !important" },
  ".heading": { fontWeight: "700" },
  ".first, .heading.first": { color: "var(--a)" },
  ".second, .heading.second": { color: "var(--b)" },
  ".given, .heading.given": { color: "var(--c)" },
  ".defined": { fontWeight: "700" },
  ".word, .text, .comment, .number": { color: "var(--muted)" },
  ".comment": { fontStyle: "italic" },
  ".dice": { fontWeight: "700", backgroundColor: "var(--line)", borderRadius: "4px" },
  ".slip": { textDecoration: "underline wavy var(--bad) 1.5px", textUnderlineOffset: "4px" },
  ".out": { color: "var(--muted)", float: "right", font: "400 13px var(--sans, sans-serif)", padding: "0 12px" },
  ".out.met": { color: "var(--ok)" },
  ".told": {
    ...{ backgroundColor: "var(--warn-bg)", color: "var(--ink)", font: "400 14px/1.4 var(--sans, sans-serif)" },
    ...{ padding: "8px 14px", whiteSpace: "normal" },
  },
  ".told b": { color: "var(--warn)" },
  ".told.failed": { backgroundColor: "var(--bad-soft)" },
  ".told.failed b": { color: "var(--bad)" },
  ".told button": {
    ...{ border: "1px solid var(--edge)", borderRadius: "22px", background: "var(--card)", color: "var(--ink)" },
    ...{ cursor: "pointer", display: "block", font: "inherit", marginTop: "6px", minHeight: "44px", padding: "0 14px" },
  },
  ".cm-panels": { backgroundColor: "transparent", borderTop: "1px solid var(--line) !important", color: "var(--muted)" },
  ".read": { font: "400 13px/1.4 var(--sans, sans-serif)", minHeight: "18px", padding: "6px 14px" },
  ".cm-tooltip": { backgroundColor: "var(--card)", border: "1px solid var(--edge)", borderRadius: "10px", color: "var(--ink)" },
  ".cm-tooltip-autocomplete > ul > li": { minHeight: "28px", padding: "4px 9px !important" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--a-soft) !important", color: "var(--ink) !important" },
  "@media (pointer: coarse)": { "&": { fontSize: "16px" }, ".cm-scroller": { lineHeight: "25px" } },
};

// What is said of a line: a refusal or a failed test below it, an average or a tick behind it.
class Said extends WidgetType {
  constructor(said) {
    super();
    this.said = said;
  }
  eq(other) {
    return JSON.stringify(other.said) === JSON.stringify(this.said);
  }
  toDOM(view) {
    const { kind, text, fix } = this.said;
    const made = document.createElement(kind === "out" || kind === "met" ? "span" : "div");
    if (made.nodeName === "SPAN") {
      made.className = `out ${kind}`;
      made.textContent = text;
      return made;
    }
    made.className = `told ${kind}`;
    made.setAttribute("role", "alert");
    const told = document.createElement(kind === "failed" ? "b" : "span");
    told.textContent = text;
    made.append(told);
    if (fix) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `Change to ${fix.text}`;
      button.onclick = () => {
        const line = view.state.doc.line(fix.line);
        const from = Math.min(line.to, line.from + fix.from);
        const change = { from, to: Math.min(line.to, line.from + fix.to), insert: fix.text };
        view.dispatch({ changes: change, selection: { anchor: from + fix.text.length } });
        view.focus();
      };
      made.append(button);
    }
    return made;
  }
  ignoreEvent() {
    return true;
  }
}

const tell = StateEffect.define();
const marks = StateField.define({
  create: () => Decoration.none,
  update(held, change) {
    held = held.map(change.changes);
    for (const effect of change.effects) if (effect.is(tell)) held = placed(change.state.doc, effect.value);
    return held;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function placed(doc, all) {
  const found = [];
  for (const said of all) {
    if (said.line < 1 || said.line > doc.lines) continue;
    const line = doc.line(said.line);
    const below = said.kind === "wrong" || said.kind === "failed";
    found.push(Decoration.widget({ widget: new Said(said), side: 1, block: below }).range(line.to));
    if (!below) continue;
    const from = Math.min(line.to, line.from + said.from);
    const to = Math.min(line.to, line.from + said.to);
    if (to > from) found.push(Decoration.mark({ class: "slip" }).range(from, to));
  }
  return Decoration.set(found, true);
}

// Colours say whose number it is: those of the first who takes part, those of the second, circumstances.
function coloured(view, words) {
  const made = new RangeSetBuilder();
  const mark = (from, to, name) => to > from && made.add(from, to, Decoration.mark({ class: name }));
  for (const { from, to } of view.visibleRanges)
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const { text } = line;
      const heading = HEADING.exec(text)?.[0].length ?? 0;
      if (heading) mark(line.from, line.from + heading, `heading ${words.groups[text.slice(0, heading).trim().toLowerCase()] ?? ""}`);
      const equals = heading ? 0 : text.search(/=(?!=)/);
      TOKEN.lastIndex = heading;
      for (let token; (token = TOKEN.exec(text)); ) {
        const name = kindOf(token[0], words) || (token.index < equals ? "defined" : "");
        if (name) mark(line.from + token.index, line.from + token.index + token[0].length, name);
      }
      at = line.to + 1;
    }
  return made.finish();
}

function kindOf(token, words) {
  if (token[0] === "#") return "comment";
  if (token[0] === '"') return "text";
  if (/^\d*d(\d+|%)$/i.test(token)) return "dice";
  if (/^\d/.test(token)) return "number";
  const small = token.toLowerCase();
  return words.names[small]?.kind ?? (words.language.includes(small) ? "word" : "");
}

function completions(words) {
  return (context) => {
    const word = context.matchBefore(/[A-Za-z]\w*/);
    if (!word && !context.explicit) return null;
    const from = word?.from ?? context.pos;
    const line = context.state.doc.lineAt(from);
    const begins = !line.text.slice(0, from - line.from).trim();
    const named = Object.values(words.names).map(({ label, note }) => ({ label, detail: note, boost: 2 }));
    const heads = begins ? words.headings.map((label) => ({ label: `${label}:`, apply: `${label}: `, boost: 1 })) : [];
    return { from, options: [...heads, ...named, ...words.language.map((label) => ({ label }))], validFor: /^\w*$/ };
  };
}

// Below the text: how the line of the cursor was read.
const readings = (held) => (view) => {
  const dom = document.createElement("div");
  dom.className = "read";
  const update = () => {
    const { number } = view.state.doc.lineAt(view.state.selection.main.head);
    const said = held.read[number] ?? "The line of the cursor says here how it is read.";
    if (dom.textContent !== said) dom.textContent = said;
  };
  update();
  return { dom, update };
};

function made(host, data) {
  const held = { words: data.words, read: data.read, version: data.version, typed: -SAID };
  // Within a root of its own, so that no style sheet has to be allowed to the page.
  host.textContent = "";
  const root = host.attachShadow({ mode: "open" });
  const changed = EditorView.updateListener.of((update) => {
    if (!update.docChanged || held.quiet) return;
    clearTimeout(held.waits);
    clearTimeout(held.tells);
    held.typed = performance.now();
    held.waits = setTimeout(held.follow, held.sent ? PATIENCE : SOON);
  });
  held.follow = () => {
    held.sent = held.view.state.doc.toString();
    held.report({ text: held.sent, version: held.version });
  };
  const figure = (step) => (view) => {
    const { doc, selection } = view.state;
    const places = [...doc.toString().matchAll(/(?<![\w.])\d+[+-]?(?!\w)/g)].map(({ index, 0: text }) => [index, index + text.length]);
    const at = selection.main;
    const next = step > 0 ? places.find(([from]) => from > at.from) : places.findLast(([from]) => from < at.from);
    if (!next) return false;
    view.dispatch({ selection: { anchor: next[0], head: next[1] }, scrollIntoView: true });
    return true;
  };
  const toError = (view) => {
    const wrong = held.marks?.find(({ kind }) => kind === "wrong" || kind === "failed");
    if (wrong) view.dispatch({ selection: { anchor: Math.min(view.state.doc.length, view.state.doc.line(wrong.line).from + wrong.from) }, scrollIntoView: true });
    return Boolean(wrong);
  };
  // Tab goes from figure to figure; behind Escape it leaves the text.
  const leaves = (run) => (view) => (completionStatus(view.state) === "active" ? acceptCompletion(view) : !held.left && run(view));
  const keys = [
    { key: "Tab", run: leaves(figure(1)), shift: leaves(figure(-1)) },
    { key: "Escape", run: () => ((held.left = true), false) },
    { key: "F8", run: toError },
    { key: "Mod-Enter", run: () => (document.querySelector('[id="result"], .st-key-part-result')?.scrollIntoView(), true) },
  ];
  held.view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: data.text,
      extensions: [
        ...[lineNumbers(), history(), drawSelection(), highlightActiveLine(), EditorView.lineWrapping, marks, changed, showPanel.of(readings(held))],
        keymap.of([...completionKeymap, ...keys, ...defaultKeymap, ...historyKeymap]),
        autocompletion({ override: [(context) => completions(held.words)(context)], icons: false }),
        EditorView.contentAttributes.of({ "aria-label": "The text of the game", autocapitalize: "off", spellcheck: "false" }),
        EditorView.theme(look),
        EditorView.domEventHandlers({ focus: () => ((held.left = false), false), keydown: ({ key }) => (key !== "Tab" && key !== "Escape" && (held.left = false), false) }),
        ViewPlugin.define((view) => ({ decorations: coloured(view, held.words), update(now) { this.decorations = coloured(now.view, held.words); } }), { decorations: (plugin) => plugin.decorations }),
      ],
    }),
  });
  // An example of the guide goes below the line of the cursor.
  document.addEventListener("click", ({ target }) => {
    const form = host.isConnected && target.closest?.("[data-insert]");
    if (!form) return;
    const { state } = held.view;
    const line = state.doc.lineAt(state.selection.main.head);
    const insert = `${line.text.trim() ? "\n" : ""}${form.dataset.insert}`;
    held.view.dispatch({ changes: { from: line.to, insert }, selection: { anchor: line.to + insert.length }, scrollIntoView: true });
    held.view.focus();
  });
  return held;
}

// Draw the editor into an element, or bring it up to date. `data` is {text, version, marks, words, read}; a text of another
// version takes the place of what stands there, and marks are of no use to a text that has been changed since.
export function edit(host, data, report) {
  const held = (host.sheet ??= made(host, data));
  const { view } = held;
  held.report = report;
  held.words = data.words;
  if (data.version !== held.version) {
    clearTimeout(held.waits);
    held.version = data.version;
    held.quiet = true;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: data.text }, selection: { anchor: 0 } });
    held.quiet = false;
  }
  const text = view.state.doc.toString();
  if (held.sent === data.text) {
    held.sent = "";
    if (text !== data.text) {
      // What was typed meanwhile is followed as soon as it rests.
      clearTimeout(held.waits);
      held.waits = setTimeout(held.follow, Math.max(0, held.typed + SOON - performance.now()));
    }
  }
  if (text !== data.text) return;
  held.marks = data.marks;
  held.read = data.read;
  const said = () => view.dispatch({ effects: tell.of(data.marks) });
  const waits = data.marks.some(({ kind }) => kind === "wrong") ? held.typed + SAID - performance.now() : 0;
  clearTimeout(held.tells);
  if (waits > 0) held.tells = setTimeout(said, waits);
  else said();
}
