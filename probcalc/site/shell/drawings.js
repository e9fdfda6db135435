// Charts and formulas: libraries that are loaded when the first is to be drawn.
import { files } from "./files.js";

const at = (name) => new URL(name, import.meta.url).href;
let vega, katex;

const script = (name) => new Promise((done, failed) => {
  const made = document.createElement("script");
  made.src = at(name);
  made.onload = done;
  made.onerror = () => failed(new Error(`${name} could not be loaded`));
  document.head.append(made);
});

// What could not be loaded is tried again with the next drawing.
const charts = () => (vega ??= (async () => {
  await script(files.vega);
  await script(files.vegaLite);
  const { expressionInterpreter } = await import(at(files.interpreter));
  return { vega: globalThis.vega, lite: globalThis.vegaLite, expr: expressionInterpreter };
})().catch((error) => ((vega = undefined), Promise.reject(error))));

// Without an evaluator of program text, so that the content policy may forbid one.
async function view(spec, settings = {}) {
  const { vega, lite, expr } = await charts();
  const parsed = vega.parse(lite.compile(spec).spec, null, { ast: true });
  return new vega.View(parsed, { expr, renderer: "svg", logLevel: vega.Error, ...settings });
}

const categories = { light: ["#1B5FAF", "#B4470B", "#5C2A72", "#A3507E"], dark: ["#68ACF2", "#F0944E", "#F1E6A6", "#DB6A9C"] };
const lines = { light: ["#E2DFD8", "#85898F"], dark: ["#2B323B", "#6F7985"] };

// Colours and sizes of the pages, below what the chart says itself.
function look(theme, { axis, legend, ...config } = {}) {
  const [gridColor, edge] = lines[theme];
  const sizes = { labelFontSize: 12, titleFontSize: 12, titleFontWeight: 600 };
  return {
    font: getComputedStyle(document.querySelector(".stApp")).getPropertyValue("--st-font") || "sans-serif",
    range: { category: categories[theme] },
    mark: { color: categories[theme][0] },
    view: { stroke: null },
    axis: { ...sizes, gridColor, domainColor: edge, tickColor: edge, ...axis },
    legend: { ...sizes, ...legend },
    ...config,
  };
}

export async function drawChart(place, spec, theme) {
  if (!place) return;
  const text = JSON.stringify(spec) + theme + place.clientWidth;
  if (place.drawn === text) return;
  place.drawn = text;
  const width = Math.max(place.clientWidth, 200);
  const config = look(theme, spec.config);
  const drawn = await view({ width, autosize: { type: "fit-x", contains: "padding" }, ...spec, config }).catch((error) => {
    place.drawn = "";
    throw error;
  });
  if (place.drawn !== text) return;
  const inner = document.createElement("div");
  await drawn.initialize(inner).runAsync();
  place.view?.finalize();
  place.view = drawn;
  place.replaceChildren(inner);
}

// A card as a file: the drawing itself, or painted.
export async function cardOf({ svg, type }) {
  if (type === "image/svg+xml") return svg;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, type));
}

export async function pictureOf({ spec, scale = 1, type }) {
  const made = await view(spec, { renderer: "none" });
  if (type === "image/svg+xml") return made.toSVG(1);
  const canvas = await made.toCanvas(scale);
  return new Promise((done) => canvas.toBlob(done, type));
}

// Formulas as MathML, which a browser reads and draws by itself.
export async function drawFormulas(root) {
  const found = [...root.querySelectorAll("[data-latex]")].filter((one) => one.drawn !== one.dataset.latex);
  if (!found.length) return;
  katex ??= script(files.katex).catch((error) => ((katex = undefined), Promise.reject(error)));
  await katex;
  for (const one of found) {
    one.drawn = one.dataset.latex;
    globalThis.katex.render(one.dataset.latex, one, { output: "mathml", displayMode: true, throwOnError: false });
  }
}
