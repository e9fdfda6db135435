// The name of the file that holds the answer to an address: the page and what is asked, in any order, as eight signs.
function probcalcName(path, search) {
  const fields = [...new URLSearchParams(search)].map(([key, value]) => `${key}=${value}`).sort();
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode([path.replace(/\/+$/, ""), ...fields].join("\n"))) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, "0");
}
