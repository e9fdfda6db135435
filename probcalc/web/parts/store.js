// What stays in the browser, with a server and without one: a game of somebody's own behind the address, and own units.
const store = "probcalc.own";
const wide = matchMedia("(min-width: 56.25em)");
let behind, known, mine, tell;
addEventListener("storage", (event) => event.key === store && tell?.(event.newValue ?? ""));

// A game of somebody's own stands behind the address: what is found there is told, what belongs there is put there.
export function follow(fragment, report) {
  const here = location.hash.startsWith("#g=") ? location.hash : "";
  if (here && here !== behind && here !== fragment) return (behind = here), report("linked", here);
  if (fragment === here || !(fragment || here === behind)) return;
  history.replaceState(history.state, "", location.pathname + location.search + fragment);
  behind = fragment;
}

// Own units are told once where that is asked, and then kept as they change here. What another tab has changed meanwhile
// is told, with what was known before, and never overwritten.
export function keep({ asks, text }, report) {
  tell = (now) => {
    if (now !== known) report("kept", { now, before: known ?? "" });
    known = now;
  };
  try {
    const now = localStorage.getItem(store) ?? "";
    if (asks) return (known = now), (mine = undefined), report("kept", { now, before: "", wide: wide.matches });
    mine ??= text;
    if (now !== known) return tell(now);
    if (text === mine) return;
    known = mine = text;
    text ? localStorage.setItem(store, text) : localStorage.removeItem(store);
  } catch { if (asks) report("kept", { now: "", before: "", wide: wide.matches }); }
}
