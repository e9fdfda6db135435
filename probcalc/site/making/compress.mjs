// Runs under Node: a Brotli and a gzip copy beside every file that a server may send compressed.
// node compress.mjs FOLDER QUALITY KEPT, where KEPT is a folder that holds what was compressed before, by content.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const [, , folder, quality, kept] = process.argv;
const smallest = 400;
const worth = /\.(html|css|js|json|svg|wasm|txt|webmanifest)$/;

const brotli = (content) =>
  brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: Number(quality),
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
const gzip = (content) => gzipSync(content, { level: Math.min(9, Number(quality)) });

// What is large is kept by its content, since the highest quality takes minutes.
function once(content, ending, compress) {
  if (content.length < 100_000) return compress(content);
  const name = join(kept, `${createHash("sha256").update(content).digest("hex")}.${quality}.${ending}`);
  if (!existsSync(name)) {
    mkdirSync(kept, { recursive: true });
    // Whole or not there at all, also for a build at the same time, and for the next one when this is stopped.
    writeFileSync(`${name}.${process.pid}`, compress(content));
    renameSync(`${name}.${process.pid}`, name);
  }
  return readFileSync(name);
}

for (const name of readdirSync(folder, { recursive: true })) {
  const path = join(folder, name);
  if (!worth.test(name) || !statSync(path).isFile()) continue;
  const content = readFileSync(path);
  if (content.length < smallest) continue;
  writeFileSync(`${path}.br`, once(content, "br", brotli));
  writeFileSync(`${path}.gz`, once(content, "gz", gzip));
}
