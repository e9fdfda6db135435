/** The version of the calculator: answers of one version never change. */
export const version: string;

/** A value of a parameter, as in a link or a JSON body. */
export type Value = string | number | boolean | null | Array<string | number | null>;
export type Parameters = Record<string, Value>;

/** A fraction, whole, as text: "1659/2500". */
export type Fraction = string;

export type Result =
  | { kind: "probability"; value: Fraction; [more: string]: unknown }
  | { kind: "distribution"; outcomes: Array<[number | string, Fraction]>; [more: string]: unknown };

export interface Answer {
  scenario: string;
  parameters: Parameters;
  rulings: Parameters;
  results: Record<string, Result>;
  [more: string]: unknown;
}

/** A question that is refused, in one line, with what to mend. */
export class Refused extends Error {
  /** 400: what was asked is wrong. 422: it is too large. */
  status: 400 | 422;
  parameter: string;
  nearest: string;
}

export type Format = "json" | "csv" | "markdown" | "latex" | "sympy" | "line" | "bbcode" | "text" | "svg";

/** Any question, under the names of addresses: ask("weapons/chronopia.melee", { target: "spearmen" }). */
export function ask(question: string, fields?: Record<string, unknown>): Promise<any>;
export function ask(question: string, fields: Record<string, unknown>, format: "json"): Promise<any>;
export function ask(question: string, fields: Record<string, unknown>, format: Format): Promise<string>;

/**
 * The exact answer to a scenario; options are those of the command, { given: "hit" } say. A game of your own is asked with
 * its text: odds("sheet", { sheet: "hero: skill 4+\nresult: hit = d6 >= skill", skill: "3+" }).
 */
export function odds(scenario: string, parameters?: Parameters, options?: Record<string, Value>): Promise<Answer>;

/** The exact answer to any roll: roll("4d6 drop 1"). */
export function roll(notation: string): Promise<Answer>;

/** The answer in one line, to be pasted anywhere. */
export function line(scenario: string, parameters?: Parameters): Promise<string>;

/** The card of a link by its query, as an SVG picture; of a page of no game, "luck" say, with that page. */
export function card(query: string, theme?: "light" | "dark", page?: string, language?: string): Promise<string>;

/** End the engine, which takes some memory; the next question starts it again. */
export function close(): void;
