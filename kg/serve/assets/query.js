// Starts the query editor: one tab a named question, each with its text; all requests go to this server.
"use strict";
const tabs = JSON.parse(document.getElementById("tabs").textContent);
const editor = new Yasgui(document.getElementById("editor"), {
  requestConfig: { endpoint: new URL("/sparql", location).href, method: "POST" },
  endpointCatalogueOptions: { getData: () => [] },
  copyEndpointOnNewTab: true,
  persistenceId: "leaderboard-kg-" + document.body.dataset.version,
  yasqe: { createShareableLink: null },
});
const open = new Map(
  Object.entries(editor._tabs).map(([id, tab]) => [tab.name(), id])
);
for (const { name, query } of tabs) {
  if (!open.has(name)) editor.addTab(false, { name, yasqe: { value: query } });
}
