// A certificate is checked with whole numbers alone, as examples/check_play.py and check_tree.py do it: nothing of how
// the answer was found is used. `proved` says what is proved, or throws the first thing that is not.
const need = (holds, what) => {
  if (!holds) throw new Error(`not proved: ${what}`);
};

// -- exact numbers: numerator and denominator, in lowest terms ------------------------------------------------------
const divisor = (a, b) => {
  for (a = a < 0n ? -a : a; b; ) [a, b] = [b, a % b];
  return a;
};
const multiple = (a, b) => (a / divisor(a, b)) * b;
const lowest = (n, d) => {
  const g = divisor(n, d);
  return { n: n / g, d: d / g };
};
const number = (said) => {
  const found = /^(-?\d+)(?:\/(\d+))?$/.exec(String(said));
  need(found && found[2] !== "0" && !/^0+$/.test(found[2] ?? "1"), `${said} is an exact number`);
  return lowest(BigInt(found[1]), BigInt(found[2] ?? 1));
};
const zero = { n: 0n, d: 1n };
const plus = (a, b) => (a.d === b.d ? lowest(a.n + b.n, a.d) : lowest(a.n * b.d + b.n * a.d, a.d * b.d));
const times = (a, b) => lowest(a.n * b.n, a.d * b.d);
const less = (a, b) => a.n * b.d < b.n * a.d;
const same = (a, b) => a.n === b.n && a.d === b.d;
const minus = (a) => ({ n: -a.n, d: a.d });
const over = (a, b) => {
  need(b.n > 0n, "what is divided by is above 0");
  return lowest(a.n * b.d, a.d * b.n);
};
// A sum with one common denominator: divided out once.
const mean = (parts) => {
  const d = parts.reduce((found, [p, v]) => multiple(found, p.d * v.d), 1n);
  return lowest(parts.reduce((sum, [p, v]) => sum + p.n * v.n * (d / (p.d * v.d)), 0n), d);
};
const isPlace = (j, size) => Number.isInteger(j) && j >= 0 && j < size;

// -- a tree: one line a step, each with its law -----------------------------------------------------------------------
const STEPS = {
  then(line, laws) {
    const before = laws[line.of[0]];
    need(line.follow.length === before.weights.size, "every outcome is followed once");
    const scale = line.follow.reduce((found, [, i]) => multiple(found, laws[i].total), 1n);
    const parts = [];
    const seen = new Set();
    for (const [outcome, i] of line.follow) {
      need(before.weights.has(outcome) && !seen.has(outcome), "every outcome is followed");
      seen.add(outcome);
      const share = before.weights.get(outcome) * (scale / laws[i].total);
      for (const [x, w] of laws[i].weights) parts.push([x, share * w]);
    }
    return added(parts, before.total * scale);
  },
  map(line, laws) {
    const { weights, total } = laws[line.of[0]];
    const to = new Map(line.to);
    return added([...weights].map(([x, w]) => [reached(to.get(x)), w]), total);
  },
  joint(line, laws) {
    const [a, b] = line.of.map((i) => laws[i]);
    const to = new Map(line.pairs.map(([x, y, z]) => [JSON.stringify([x, y]), z]));
    const parts = [];
    for (const [x, w] of a.weights) for (const [y, v] of b.weights) parts.push([reached(to.get(JSON.stringify([x, y]))), w * v]);
    return added(parts, a.total * b.total);
  },
  sum(line, laws, numbers) {
    const [a, b] = line.of.map((i) => laws[i]);
    const parts = [];
    for (const [x, w] of a.weights) for (const [y, v] of b.weights) parts.push([text(plus(of(numbers, x), of(numbers, y))), w * v]);
    return added(parts, a.total * b.total);
  },
  given(line, laws) {
    const keep = new Set(line.keep);
    const parts = [...laws[line.of[0]].weights].filter(([x]) => keep.has(x));
    need(parts.length, "what is given happens");
    return added(parts, parts.reduce((sum, [, w]) => sum + w, 0n));
  },
  // How often each state is played from satisfies its equation; some move from each comes nearer to the end.
  ends(line, laws) {
    const rank = new Map(line.states.map(([state, , , above]) => [state, above]));
    need(rank.size === line.states.length && [...rank.values()].every((r) => Number.isInteger(r) && r > 0), "the ranks");
    const chance = ({ weights, total }) => [...weights].map(([x, w]) => [x, lowest(w, total)]);
    const come = new Map(chance(laws[line.of[0]]));
    for (const [state, i, often, above] of line.states) {
      need([...laws[i].weights.keys()].some((x) => (rank.get(x) ?? 0) < above), `play from ${state} comes to an end`);
      for (const [x, p] of chance(laws[i])) come.set(x, plus(come.get(x) ?? zero, times(number(often), p)));
    }
    for (const [state, , often] of line.states) need(same(come.get(state) ?? zero, number(often)), `how often ${state} is played from`);
    const ended = [...come].filter(([x]) => !rank.has(x));
    const d = ended.reduce((found, [, p]) => multiple(found, p.d), 1n);
    return added(ended.map(([x, p]) => [x, p.n * (d / p.d)]), d);
  },
};
const reached = (outcome) => (need(outcome !== undefined, "every outcome leads on"), outcome);
const of = (numbers, outcome) => reached(numbers.get(outcome));
const text = ({ n, d }) => (d === 1n ? `${n}` : `${n}/${d}`);
const added = (parts, total) => {
  const weights = new Map();
  for (const [x, w] of parts) weights.set(x, (weights.get(x) ?? 0n) + w);
  return { weights, total };
};
const alike = (a, b) =>
  a.weights.size === b.weights.size && [...a.weights].every(([x, w]) => b.weights.has(x) && w * b.total === b.weights.get(x) * a.total);

// Q = P^n by P Q' = n P' Q, and Q = P^n at the lowest outcome, which has one solution.
function isPower(law, before, n, numbers) {
  need(Number.isInteger(n) && n > 0, "the number of copies");
  const all = [...law.weights.keys(), ...before.weights.keys()].map((x) => of(numbers, x));
  const d = all.reduce((found, v) => multiple(found, v.d), 1n);
  const whole = ({ weights }) => [...weights].map(([x, w]) => [of(numbers, x).n * (d / of(numbers, x).d), w]);
  const least = (pairs) => pairs.reduce((found, [x]) => (x < found ? x : found), pairs[0][0]);
  const [p, q, copies] = [whole(before), whole(law), BigInt(n)];
  const [low, first] = [least(p), least(q)];
  const left = new Map();
  for (const [x, w] of p)
    for (const [y, v] of q) {
      const [i, j] = [x - low, y - copies * low];
      left.set(i + j, (left.get(i + j) ?? 0n) + (j - copies * i) * w * v);
    }
  const at = (pairs, place) => pairs.find(([x]) => x === place)[1];
  const power = at(q, first) * before.total ** copies === at(p, low) ** copies * law.total;
  return first === copies * low && [...left.values()].every((value) => value === 0n) && power;
}

function tree(said) {
  const numbers = new Map(Object.keys(said.numbers).map((outcome) => [outcome, number(outcome)]));
  for (const [outcome, value] of numbers) need(text(value) === outcome, "a number is written as itself");
  const laws = [];
  said.lines.forEach((line, k) => {
    const weights = new Map(line.law.map(([x, w]) => [x, BigInt(w)]));
    const law = { weights, total: BigInt(line.total) };
    need(weights.size && weights.size === line.law.length, `line ${k}: an outcome stands once`);
    const values = [...weights.values()];
    need(values.every((w) => w > 0n) && values.reduce((sum, w) => sum + w, 0n) === law.total, `line ${k}: the weights sum up`);
    const used = [...(line.of ?? []), ...(line.follow ?? []).map(([, i]) => i), ...(line.states ?? []).map(([, i]) => i)];
    need(used.every((i) => isPlace(i, k)), `line ${k}: it stands on lines before it`);
    if (line.do === "copies") need(isPower(law, laws[line.of[0]], line.n, numbers), `line ${k}: ${line.n} copies`);
    else if (line.do !== "roll" && line.do !== "known") {
      need(Object.hasOwn(STEPS, line.do), `line ${k}: a step that is known, not ${line.do}`);
      need(alike(STEPS[line.do](line, laws, numbers), law), `line ${k}: ${line.do}`);
    }
    laws.push(law);
  });
  need(JSON.stringify(said.lines.at(-1).law) === JSON.stringify(said.answer), "the answer");
  return `${said.question}, in ${laws.length} line${laws.length === 1 ? "" : "s"}`;
}

// The moves of a state, or the start: each once, with a chance above 0.
function chances(pairs, size, where) {
  const found = pairs.map(([j, p]) => [j, number(p)]);
  need(found.every(([j, p]) => isPlace(j, size) && p.n > 0n), `the chances of ${where}`);
  need(new Set(found.map(([j]) => j)).size === found.length, `the chances of ${where}`);
  need(same(mean(found.map(([, p]) => [p, { n: 1n, d: 1n }])), { n: 1n, d: 1n }), `the chances of ${where} sum to 1`);
  return found;
}

// -- a play: every state with its moves, a rank and values ------------------------------------------------------------
function play(said) {
  const size = said.states.length;
  const best = { greatest: 1, least: -1 }[said.best ?? ""] ?? 0;
  need(said.best === undefined || best, "what is sought");
  const row = (pairs, where) => chances(pairs, size, where);
  const [ends, thrown] = [new Set(said.over), new Set(said.thrown ?? [])];
  need(![...ends].some((i) => thrown.has(i)), "no state is over and thrown away");
  const columns = said.columns.map((column, k) => ({ ...column, k, v: column.values.map(number), ends: column.ends ?? {} }));
  const lengths = [said.rank.length, said.moves.length, new Set(said.states).size, ...columns.map(({ v }) => v.length)];
  need(lengths.every((length) => length === size), "a value, a rank and moves for each state");
  need(said.rank.every((rank) => Number.isInteger(rank) && rank >= 0), "ranks are whole numbers from 0 on");
  const start = row(said.start, "the start");
  const rows = said.moves.map((options, i) => options.map((pairs) => row(pairs, `state ${i}`)));
  const adds = (column, i) => {
    const own = Array.isArray(column.adds) ? column.adds[i] : rows[i].map(() => column.adds);
    need(own.length === rows[i].length, `what each option of state ${i} adds`);
    let built = zero;
    for (const [before, factor] of column.of ?? []) {
      need(isPlace(before, column.k), "a column builds on those before it");
      built = plus(built, times(number(Array.isArray(factor) ? factor[i] : factor), columns[before].v[i]));
    }
    return own.map((part) => plus(number(part), built));
  };
  const neverBelow = (column) => Object.values(column.ends).every((worth) => !less(number(worth), zero));
  const gains = (part) => (best > 0 ? less(zero, part) : less(part, zero));
  const costly = (part) => (best > 0 ? less(part, zero) : less(zero, part));
  const neverGains = (column) => rows.every((_, i) => !adds(column, i).some(gains));
  const state = (column, i) => {
    const { v } = column;
    if (ends.has(i) || thrown.has(i)) {
      const worth = thrown.has(i) ? zero : number(column.ends[i] ?? 0);
      return need(said.rank[i] === 0 && !rows[i].length && same(v[i], worth), `end ${i}`);
    }
    need(rows[i].length, `state ${i} is not over and has no move`);
    if (best && said.rank[i] === 0) {
      const away = rows[i].map((moves) => moves.every(([j]) => v[j].n === 0n && (ends.has(j) || said.rank[j] === 0)));
      need(column.what === "chance" && v[i].n === 0n, `state ${i} is worth nothing`);
      need(neverBelow(column), "no end is worth less than 0");
      return need(best > 0 ? away.every(Boolean) : away.some(Boolean), `nothing is won from state ${i}`);
    }
    const parts = adds(column, i);
    const found = rows[i].map((moves, o) => plus(parts[o], mean(moves.map(([j, p]) => [p, v[j]]))));
    const down = rows[i].map((moves) => moves.some(([j]) => said.rank[j] < said.rank[i]));
    need(rows[i].length === 1 || best, `state ${i} has several options and nobody who chooses`);
    const chosen = best ? said.chosen[i] : 0;
    need(isPlace(chosen, rows[i].length), `the choice in state ${i}`);
    need(same(found[chosen], v[i]), `the equation of state ${i}`);
    need(down[chosen], `play from state ${i} comes to an end`);
    if (!best) return undefined;
    need(found.every((other) => (best > 0 ? !less(v[i], other) : !less(other, v[i]))), `no option of state ${i} is better`);
    const all = down.every(Boolean);
    const costs = parts.every(costly) && (all || neverGains(column));
    need(all || (column.what === "chance" ? best > 0 : costs), `play from state ${i} comes to an end, whatever is chosen`);
    return need(all || neverBelow(column), "no end is worth less than 0");
  };
  for (const column of columns) said.states.forEach((_, i) => state(column, i));
  meaning(said, columns, ends);
  const at = columns.map(({ v }) => mean(start.map(([i, p]) => [p, v[i]])));
  need(said.is.endsWith("quotient") || !thrown.size, "what is thrown away is divided out");
  const variance = (square, first) => plus(square, minus(times(first, first)));
  const answer = {
    value: () => at[0],
    variance: () => variance(at[1], at[0]),
    quotient: () => over(at[1], at[0]),
    "variance of a quotient": () => variance(over(at[2], at[0]), over(at[1], at[0])),
  };
  need(same(answer[said.is](), number(said.answer)), "the answer");
  return `${said.question} = ${said.answer}, from ${size} states`;
}

// That the columns are those of what is asked: turns count 1, squares twice the mean less 1, kept ends 1.
function meaning(said, columns, ends) {
  const counts = { value: 1, variance: 2, quotient: 2, "variance of a quotient": 3 };
  need(Object.hasOwn(counts, said.is) && columns.length === counts[said.is], "a column for each part of the answer");
  const is = (column, adds, built, worths) =>
    JSON.stringify([column.adds, column.of ?? [], Object.entries(column.ends)]) === JSON.stringify([adds, built, worths]);
  for (const column of columns)
    need(column.what !== "chance" || (column.adds === "0" && !column.of?.length), "no turn adds to a chance");
  const quotient = said.is.endsWith("quotient");
  if (quotient) {
    const kept = new Set(Object.keys(columns[0].ends));
    const all = kept.size === ends.size && [...ends].every((i) => columns[0].ends[i] === "1");
    need(columns[0].what === "chance" && columns[0].adds === "0" && all, "every kept end counts 1");
  }
  const each = (column) => (quotient ? is(column, "0", [[0, "1"]], []) : is(column, "1", [], []));
  if (said.is.startsWith("variance")) {
    const square = columns.at(-1);
    const twice = quotient ? is(square, "0", [[1, "2"], [0, "-1"]], []) : is(square, "-1", [[0, "2"]], []);
    need(twice, "the squares of the turns");
    need(each(columns.at(-2)), "each turn counts 1");
  } else if (said.question === "mean turns") need(each(columns.at(-1)), "each turn counts 1");
}

// -- the number of turns: all of its chances, played out --------------------------------------------------------------
function turns(said) {
  const size = said.states.length;
  const [ends, thrown] = [new Set(said.over), new Set(said.thrown ?? [])];
  need(![...ends].some((i) => thrown.has(i)), "no state is over and thrown away");
  need(said.moves.length === size && new Set(said.states).size === size, "moves for each state");
  const start = chances(said.start, size, "the start");
  const rows = said.moves.map((options, i) => options.map((pairs) => chances(pairs, size, `state ${i}`)));
  rows.forEach((own, i) => need(own.length === (ends.has(i) || thrown.has(i) ? 0 : 1), `state ${i} is an end, or has its moves`));
  const whole = (pairs, d) => pairs.map(([j, p]) => [j, p.n * (d / p.d)]);
  const base = rows.flat(2).reduce((found, [, p]) => multiple(found, p.d), 1n);
  const moves = rows.map(([own]) => own && whole(own, base));
  let total = start.reduce((found, [, p]) => multiple(found, p.d), 1n);
  let now = new Map(whole(start, total));
  let going = 1;
  const next = () => {
    let over = 0n;
    const after = new Map();
    going = 0;
    for (const [i, weight] of now) {
      if (ends.has(i)) over += weight;
      if (!moves[i]) continue;
      going += 1;
      for (const [j, part] of moves[i]) after.set(j, (after.get(j) ?? 0n) + weight * part);
    }
    const found = lowest(over, total);
    [now, total] = [after, total * base];
    return found;
  };
  const [one, kept] = [{ n: 1n, d: 1n }, number(said.kept)];
  need(said.question === "law of the turns", "what is asked");
  need(less(zero, kept) && !less(one, kept), "what is kept happens");
  const { first, more, top, bottom } = said.answer;
  if (first) {
    const listed = first.map(number);
    listed.forEach((chance, n) => need(same(next(), times(kept, chance)), `the chance of ${n} turns`));
    need(same(mean([...listed, number(more)].map((chance) => [one, chance])), one), "the chance of more");
    // Where play may go on nothing is thrown away, so that what was played out is the answer as it stands.
    need(going ? same(kept, one) && !thrown.size : number(more).n === 0n, "what is kept");
    return `the chances of 0 to ${listed.length - 1} turns, from ${size} states`;
  }
  const [above, below] = [top.map(BigInt), bottom.map(BigInt)];
  const sum = (series) => series.reduce((found, value) => found + value, 0n);
  // Neither quotient may have a higher degree: what agrees for twice as many turns agrees for all.
  const degree = moves.filter(Boolean).length;
  need(below.length && below[0] && Math.max(above.length, below.length) <= degree + 1, "the degrees of the quotient");
  need(sum(above) === sum(below) && sum(below) !== 0n, "all chances sum to 1");
  const played = [];
  for (let n = 0; n <= 2 * degree; n += 1) {
    played.push(next());
    const found = mean(below.slice(0, n + 1).map((d, i) => [{ n: d, d: 1n }, played[n - i]]));
    need(same(found, times(kept, { n: above[n] ?? 0n, d: 1n })), `the chance of ${n} turns`);
  }
  return `the chances of all numbers of turns, from ${size} states`;
}

export function proved(said) {
  if (said?.certificate === "tree/1") return tree(said);
  if (said?.certificate === "turns/1") return turns(said);
  need(said?.certificate === "play/1", "this is no certificate");
  return play(said);
}
