// Rolls and programs run where they stand: the card of the calculator beside the manual, in its own engine.
const FIELD = { roll: "roll", program: "program" };
const HEIGHT = 320;

for (const link of document.querySelectorAll(".opens a[data-kind]")) {
  const run = document.createElement("button");
  run.type = "button";
  run.className = "md-button";
  run.textContent = "Run here";
  run.addEventListener("click", () => open(link, run));
  link.after(" ", run);
}

function open(link, run) {
  const { kind, text } = link.dataset;
  const box = document.createElement("div");
  box.className = "runs";
  const field = document.createElement("textarea");
  field.value = text;
  field.rows = text.split("\n").length;
  field.spellcheck = false;
  field.setAttribute("aria-label", kind === "roll" ? "Roll" : "Program");
  const again = document.createElement("button");
  again.type = "button";
  again.textContent = "Run";
  const frame = document.createElement("iframe");
  frame.title = "The answer";
  frame.height = HEIGHT;
  const show = () => {
    const address = new URL(link.href);
    address.searchParams.set(FIELD[kind], field.value);
    link.href = String(address);
    address.searchParams.set("embed", "1");
    frame.src = address;
  };
  again.addEventListener("click", show);
  // A roll is one line: Enter runs it.
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (kind === "roll" || event.ctrlKey || event.metaKey)) event.preventDefault(), show();
  });
  box.append(field, again, frame);
  run.closest("p").after(box);
  run.remove();
  show();
}

// A card tells how high it is.
addEventListener("message", ({ data, source }) => {
  for (const frame of document.querySelectorAll(".runs iframe"))
    if (frame.contentWindow === source && data?.kind === "probcalc:height") frame.height = Math.min(2000, data.height);
});
