// A picture for every link of the static pages: a small function at the edge, in front of any static host.
//
// The static pages answer each link with one file, so that a chat shows the same card for all of them. This function
// writes into that file what a server of the same version says of the link: title, line and card. It is one fetch to
// that server, for crawlers alone, and where it is late or refuses, the file passes as it is.
//
// Cloudflare Workers and Pages:  export default { fetch: previewing("https://odds-api.example.org") };
// Netlify, Deno Deploy, Vercel:  export default previewing("https://odds-api.example.org");
// The last argument fetches the file; where it is left out, the request goes on to the host behind the function.

const CRAWLERS =
  /bot\b|bot\/|crawler|spider|facebookexternalhit|whatsapp|telegram|slack|discord|twitter|linkedin|embedly|pinterest|skype|mastodon|bluesky|iframely|preview/i;
const PATIENCE = 2500; // in milliseconds: a chat waits for some five seconds
const LONGEST = 8000;

export const previewing = (server, timeout = PATIENCE, next = fetch) => async (request, ...rest) => {
  const page = typeof rest[0]?.next === "function" ? () => rest[0].next() : () => next(request);
  const url = new URL(request.url);
  const asks = url.search.length > 1 && url.search.length < LONGEST;
  if (!asks || !["GET", "HEAD"].includes(request.method) || !CRAWLERS.test(request.headers.get("user-agent") ?? "")) return page();
  const [file, said] = await Promise.all([page(), told(server, url, timeout)]);
  if (!said || !file.headers.get("content-type")?.startsWith("text/html")) return file;
  const headers = new Headers(file.headers);
  for (const name of ["content-length", "content-encoding", "etag"]) headers.delete(name);
  headers.append("vary", "user-agent");
  return new Response(written(await file.text(), said, url), { status: file.status, headers });
};

// What the server says of the link: its page is small, and its head holds it all.
async function told(server, url, timeout) {
  const options = { signal: AbortSignal.timeout(timeout), headers: { "user-agent": "probcalc-edge-bot/1" } };
  const page = await fetch(`${server}${url.pathname}${url.search}`, options).then((found) => (found.ok ? found.text() : "")).catch(() => "");
  const found = Object.fromEntries(["og:title", "og:description", "og:image"].map((name) => [name, tag(page, name)]));
  return found["og:image"].includes("card.png?") ? found : null;
}

const tag = (page, name) => page.match(new RegExp(`<meta property="${name}" content="([^"]*)"`))?.[1] ?? "";

// What is written stands as the server has escaped it.
function written(html, said, url) {
  const own = url.href.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const tags = { ...said, "og:image:alt": said["og:title"], "og:url": own };
  for (const [name, content] of Object.entries(tags)) {
    html = html.replace(new RegExp(`(<meta property="${name}" content=")[^"]*(")`), (_, before, after) => before + content + after);
  }
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${said["og:title"]}</title>`)
    .replace(/(<link rel="canonical" href=")[^"]*(")/, (_, before, after) => before + own + after)
    .replace(/(<meta name="description" content=")[^"]*(")/, (_, before, after) => before + said["og:description"] + after);
}
