import { Buffer } from 'node:buffer';
import { type Contract, readText, readYamlFile, repositoryRoot } from '@cascade/contract';
import { releaseFiles } from '@cascade/contract/bundle';
import type { Page } from './layout/page.ts';
import { codeBlock } from './parts/code-block.ts';
import { table } from './parts/elements.ts';
import { type Html, html } from './tree/html.ts';

/** A file of the contract that the portal offers. */
export interface Download {
  /** Its name in the site. */
  readonly file: string;
  readonly says: string;
  /** Its path in the repository, if it is not among the generated files. */
  readonly from?: string;
}

/** Files for the same use. */
interface DownloadGroup {
  readonly id: string;
  readonly title: string;
  /** What they are for, in one sentence. */
  readonly says: string;
  /** A command for a terminal; the files are in the current folder. */
  readonly use?: string;
  readonly files: readonly Download[];
}

const downloadGroups = readYamlFile(repositoryRoot, 'packages/docs/src/downloads.yaml')
  .value as readonly DownloadGroup[];

export const downloads: readonly Download[] = downloadGroups.flatMap(({ files }) => files);

/**
 * The files as the site has them: all beside each other, so that references between them lead to their names.
 */
export function downloadFiles(contract: Contract): ReadonlyMap<string, string> {
  const made = new Map(releaseFiles().map(({ path, text }) => [path, text]));
  return new Map(
    downloads.map(({ file, from = `spec/generated/${file}` }) => {
      const text =
        file === 'catalogue.json'
          ? catalogueJson(contract)
          : (made.get(from) ?? readText(repositoryRoot, from));
      return [
        file,
        text.replace('url: ../generated/', 'url: ').replace('"../vectors.schema', '"vectors.schema'),
      ];
    }),
  );
}

function catalogueJson({ problems, reasons, limits, demoNumbers, checks }: Contract): string {
  const inOrder = checks.map(({ problems, before, ...check }) => ({
    ...check,
    codes: problems.map(({ code }) => code),
    before: Object.fromEntries(before.map(({ problem, says }) => [problem.code, says])),
  }));
  return `${JSON.stringify({ problems, checks: inOrder, reasons, limits, demoNumbers }, null, 2)}\n`;
}

/**
 * Every file for other tools, with its size, what it is for, and a line to try it. `files` has their texts.
 */
export function downloadsPage(files: ReadonlyMap<string, string>): Page {
  return {
    file: 'downloads.html',
    title: 'Downloads',
    lead: 'The contract for other tools: descriptions, collections, test vectors and the catalogue.',
    body: html`${downloadGroups.map((group) => section(group, files))}
<h2 id="elsewhere">Elsewhere</h2>
<p><a href="/generators.html">Code generators</a> has three lines for each generator that was tried.
<a href="/packages.html">Packages</a> has client, receiver, mock and verifier for npm. Programs in TypeScript, Python and Go are in
the folder <code>examples</code> of the repository, those of other languages in the <a href="/kits.html">kits</a>.</p>`,
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
