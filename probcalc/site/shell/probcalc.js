// The calculator for programs, without a server: the same questions as by address, answered by the engine in a worker.
// Types and what there is to know stand in probcalc.d.ts.
import { version } from "./files.js";

export { version };

export class Refused extends Error {
  constructor({ detail, status, parameter = "", nearest = "" }) {
    super(detail);
    this.name = "Refused";
    Object.assign(this, { status, parameter, nearest });
  }
}

let worker;
let number = 0;
const waiting = new Map();

export async function ask(question, fields = {}, format = "json") {
  const text = JSON.stringify({ question, fields, format });
  const { answer, problem } = JSON.parse(await told({ ask: text }));
  if (problem) throw new Refused(problem);
  return format === "json" ? JSON.parse(answer) : answer;
}

export const odds = (scenario, parameters = {}, options = {}) => {
  const named = Object.entries(options).map(([name, value]) => [`option.${name}`, value]);
  return ask(`odds/${scenario}`, { parameters, ...Object.fromEntries(named) });
};

export const roll = (notation) => ask("roll", { roll: notation });

export const line = (scenario, parameters = {}) => ask(`odds/${scenario}`, { parameters }, "line").then((said) => said.trim());

export const card = (query, theme = "light", page = "", language = "") => told({ card: query, theme, page, language });

export function close() {
  worker?.terminate();
  worker = undefined;
  for (const { reject } of waiting.values()) reject(new Error("The calculator was closed."));
  waiting.clear();
}

function told(message) {
  worker ??= started();
  number += 1;
  worker.postMessage({ program: number, ...message });
  return new Promise((resolve, reject) => waiting.set(number, { resolve, reject }));
}

function started() {
  const script = new URL("./worker.js", import.meta.url);
  // A worker is of its page's own host; a page of another one begins it with a line that fetches the rest.
  const own = globalThis.location?.origin === script.origin;
  const begun = own ? script : URL.createObjectURL(new Blob([`import ${JSON.stringify(script.href)};`], { type: "text/javascript" }));
  const made = new Worker(begun, { type: "module", name: "later" });
  made.onmessage = ({ data }) => {
    if (data.answer?.failed && data.program === undefined) return failed(data.answer.failed);
    const asked = waiting.get(data.program);
    if (!asked) return;
    waiting.delete(data.program);
    data.failed ? asked.reject(new Error(data.failed)) : asked.resolve(data.said);
  };
  made.onerror = (event) => failed(event.message || "The engine could not be loaded.");
  return made;
}

function failed(why) {
  for (const { reject } of waiting.values()) reject(new Error(why));
  waiting.clear();
}
