import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { launch, noBrowser } from '@cascade/test-kit/browser';
import { readDescriptions, type Showing, show } from './show.ts';
import { type Viewer, viewers } from './viewers.ts';

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
function pageOf(showings: readonly Showing[]): string {
  return introduction + showings.map(rowOf).join('');
}

function rowOf({ viewer, version, description, shown, of, faults, milliseconds }: Showing): string {
  const seconds = `${(milliseconds / 1_000).toFixed(1)} s`;
  return `| ${[viewer, version, description, `${shown} of ${of}`, faults.length, seconds].join(' | ')} |\n`;
}

const help = `npm run viewers -- [--only <part of a name>] [--write]

Opens every operation and message of the descriptions in the viewers that people use, in Chromium, and takes pictures.
Viewers are fetched from the registry at fixed versions, into reports/viewers; pictures are there too.

  --only <text>  only the viewers whose name contains it
  --write        replaces their lines in results/viewers.json, and writes spec/viewers.md
  --help         this text

Ends with 1 if a viewer does not show all, or reports an error.
`;

const exec = promisify(execFile);
const room = fileURLToPath(new URL('../../reports/viewers/', import.meta.url));
const resultsFile = fileURLToPath(new URL('../../results/viewers.json', import.meta.url));
const { values } = parseArgs({
  options: { only: { type: 'string' }, write: { type: 'boolean' }, help: { type: 'boolean' } },
});
if (values.help) process.stdout.write(help);
else if (noBrowser !== undefined) say(`skipped: ${noBrowser}`);
else process.exitCode = await main(values.only ?? '', values.write === true);

async function main(only: string, writes: boolean): Promise<number> {
  const pictures = join(room, 'pictures');
  await mkdir(pictures, { recursive: true });
  const showings: Showing[] = [];
  for (const viewer of viewers.filter(({ name }) => name.includes(only))) {
    const folder = await fetchViewer(viewer).catch(
      (error: Error) => void say(`${viewer.name}: skipped: ${error.message}`),
    );
    if (folder === undefined) continue;
    for (const described of readDescriptions().filter(({ shows }) => shows === viewer.shows)) {
      // A browser of its own: a page that hangs must not hold up the next.
      const browser = await launch();
      const showing = await show(browser, viewer, described, { folder, pictures });
      await browser.close();
      showings.push(showing);
      const { shown, of, milliseconds, faults } = showing;
      say(`${viewer.name}, ${described.name}: ${shown} of ${of} shown, first after ${milliseconds} ms`);
      for (const fault of faults) say(`  ${fault}`);
    }
  }
  if (writes) await write(showings);
  return showings.every(({ shown, of, faults }) => shown === of && faults.length === 0) ? 0 : 1;
}

/** The folder that holds the files of the viewer in `package/`: only its own archive, without dependencies. */
async function fetchViewer({ archive, version }: Viewer): Promise<string> {
  const folder = join(room, `${archive.replace(/^@/, '').replace('/', '-')}-${version}`);
  if (existsSync(join(folder, 'package/package.json'))) return folder;
  await mkdir(folder, { recursive: true });
  const options = { cwd: folder, timeout: 300_000 };
  const { stdout } = await exec('npm', ['pack', '--silent', `${archive}@${version}`], options);
  await exec('tar', ['-xzf', stdout.trim()], options);
  return folder;
}

async function write(showings: readonly Showing[]): Promise<void> {
  const names = new Set(showings.map(({ viewer }) => viewer));
  const kept: Showing[] = existsSync(resultsFile) ? JSON.parse(await readFile(resultsFile, 'utf8')) : [];
  const order = viewers.map(({ name }) => name);
  const all = [...kept.filter(({ viewer }) => !names.has(viewer)), ...showings].toSorted(
    (one, other) => order.indexOf(one.viewer) - order.indexOf(other.viewer),
  );
  await mkdir(join(resultsFile, '..'), { recursive: true });
  await writeFile(resultsFile, `${JSON.stringify(all, null, 2)}\n`);
  await writeFile(fileURLToPath(import.meta.resolve('@cascade/spec/viewers.md')), pageOf(all));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
