// Rolls, programs and sheets run where they stand, in the engine that the calculator beside the manual ships.
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
  field.setAttribute("aria-label", { roll: "Roll", program: "Program", sheet: "Sheet" }[kind]);
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
    if (kind === "sheet") address.hash = `g=${await packed(text)}`;
    else address.searchParams.set(kind, text);
    link.href = address;
    if (kind === "program") return (said.textContent = await engine.ask("anydice", { program: text }, "text"));
    const [question, fields] = kind === "roll" ? ["roll", { roll: text }] : ["odds/sheet", { sheet: text }];
    const line = await engine.ask(question, fields, "line");
    const theme = document.body.dataset.mdColorScheme === "slate" ? "dark" : "light";
    const card = await engine.ask(question, { ...fields, theme }, "svg");
    const picture = Object.assign(new Image(), { alt: line, src: `data:image/svg+xml,${encodeURIComponent(card)}` });
    said.replaceChildren(line, picture);
  } catch (error) {
    said.className = "refused";
    said.textContent = engine ? error.message : "The calculator is not beside this manual, so nothing can run here.";
  }
}

// A sheet as it stands in a link: deflated, in base64 without padding.
async function packed(text) {
  const squeezed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(squeezed).arrayBuffer());
  return `1.${btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}
