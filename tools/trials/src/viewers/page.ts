import type { Showing } from './show.ts';

const introduction = `<!-- Written by \`npm run viewers -- --write\`. Do not edit. -->

# What viewers show of the descriptions

Each viewer opens a description in Chromium, offline, and each of its operations, webhooks and messages. One counts as
shown if its path, its summary and the first sentence of its description (of a message: its summary) are in the
visible text, which menus never have in full. *Errors* are those of the page and of its
console. The time is until the first operation is shown, on the machine that recorded it.

\`npm run viewers\` repeats it, and takes pictures; \`npm run viewers -- --help\` says more.

| viewer | version | description | shown | errors | first shown after |
|---|---|---|---|---|---|
`;

/** The results as a page of Markdown. */
export function pageOf(showings: readonly Showing[]): string {
  return introduction + showings.map(rowOf).join('');
}

function rowOf({ viewer, version, description, shown, of, faults, milliseconds }: Showing): string {
  const seconds = `${(milliseconds / 1_000).toFixed(1)} s`;
  return `| ${[viewer, version, description, `${shown} of ${of}`, faults.length, seconds].join(' | ')} |\n`;
}
