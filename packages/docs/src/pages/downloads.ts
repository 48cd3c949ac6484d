import { Buffer } from 'node:buffer';
import { type Download, type DownloadGroup, downloadGroups } from '../downloads.ts';
import { type Html, html } from '../html.ts';
import type { Page } from '../layout/page.ts';
import { codeBlock } from '../parts/code-block.ts';
import { table } from '../parts/table.ts';

/** Every file for other tools, with its size, what it is for, and a line to try it. `files` has their texts. */
export function downloadsPage(files: ReadonlyMap<string, string>): Page {
  return {
    file: 'downloads.html',
    title: 'Downloads',
    lead: 'The contract for other tools: descriptions, collections, test vectors and the catalogue.',
    body: html`${downloadGroups.map((group) => section(group, files))}
<h2 id="elsewhere">Elsewhere</h2>
<p><a href="/generators.html">Code generators</a> has three lines for each generator that was tried.
<a href="/packages.html">Packages</a> has client, receiver, mock and verifier for npm. Programs in nine languages are in
the folder <code>examples</code> of the repository.</p>`,
  };
}

function section(
  { id, title, says, use, files: own }: DownloadGroup,
  files: ReadonlyMap<string, string>,
): Html {
  return html`<h2 id="${id}">${title}</h2>
<p>${says}</p>
${table(
  ['file', 'size', 'what it is'],
  own.map((download) => row(download, files.get(download.file) ?? '')),
)}
${use === undefined ? undefined : codeBlock({ language: 'sh', text: use })}`;
}

function row({ file, says }: Download, text: string): Html {
  return html`<tr><th scope="row"><a href="/${file}">${file}</a></th><td class="size">${sizeOf(text)}</td><td>${says}</td></tr>\n`;
}

function sizeOf(text: string): string {
  return `${Math.max(1, Math.round(Buffer.byteLength(text) / 1_000))} kB`;
}
