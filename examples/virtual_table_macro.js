// A macro of a virtual table (Foundry VTT, a macro of the type "script"): asks the address for programs what a roll is
// worth before it is rolled, and whispers the line to whoever asked. In place of odds.example.org stands the host of the
// pages; GET may come from any page.
const PAGES = "https://odds.example.org";

const notation = await foundry.applications.api.DialogV2.prompt({
  window: { title: "Exact odds" },
  content: '<input name="roll" value="best of 2d20 >= 15" autofocus>',
  ok: { label: "Ask", callback: (event, button) => button.form.elements.roll.value },
});

const query = new URLSearchParams({ roll: notation, format: "line" });
const response = await fetch(`${PAGES}/api/v1/roll?${query}`).catch(() => null);
// A refusal is one line too, with what to mend.
const line = !response
  ? "The calculator does not answer just now."
  : response.ok
    ? (await response.text()).trim()
    : (await response.json()).detail;

const safe = line.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
await ChatMessage.create({ content: safe, whisper: [game.user.id] });
