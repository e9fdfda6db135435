// Rolls and programs run where they stand, in the engine that the calculator beside the manual ships.
const ENGINE = new URL("../probcalc.js", import.meta.url);

for (const link of document.querySelectorAll(".opens a[data-kind]")) {
  const run = button("Run here", () => open(link, run));
  run.className = "md-button";
  link.after(" ", run);
}

function button(text, tapped) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
  made.addEventListener("click", tapped);
  return made;
}

function open(link, run) {
  const { kind, text } = link.dataset;
  const box = Object.assign(document.createElement("div"), { className: "runs" });
  const field = Object.assign(document.createElement("textarea"), { value: text, spellcheck: false });
  field.rows = text.split("\n").length;
  field.setAttribute("aria-label", kind === "roll" ? "Roll" : "Program");
  const said = document.createElement("output");
  const show = () => answer(kind, field.value, said, link);
  // A roll is one line: Enter runs it.
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || (kind !== "roll" && !event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    show();
  });
  box.append(field, button("Run", show), said);
  run.closest("p").after(box);
  run.remove();
  field.focus();
  show();
}

async function answer(kind, text, said, link) {
  said.className = "";
  said.textContent = "Calculating…";
  let engine;
  try {
    engine = await import(ENGINE);
    const address = new URL(link.href);
    address.searchParams.set(kind, text);
    link.href = address;
    if (kind === "program") return (said.textContent = await engine.ask("anydice", { program: text }, "text"));
    const line = await engine.ask("roll", { roll: text }, "line");
    const dark = document.body.dataset.mdColorScheme === "slate" ? "dark" : "light";
    const card = await engine.card(address.search.slice(1), dark);
    const picture = Object.assign(new Image(), { alt: line, src: `data:image/svg+xml,${encodeURIComponent(card)}` });
    said.replaceChildren(line, picture);
  } catch (error) {
    said.className = "refused";
    said.textContent = engine ? error.message : "The calculator is not beside this manual, so nothing can run here.";
  }
}
