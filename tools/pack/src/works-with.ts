import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, environments, titleOf } from './environments.ts';
import type { Cell } from './matrix.ts';
import { repositoryRoot } from './published.ts';

/** One line of the table: how many trials in an environment passed. */
export interface Recorded extends Pick<Environment, 'name' | 'version' | 'how' | 'packages'> {
  readonly passed: number;
  readonly of: number;
  readonly faults: readonly string[];
}

export const resultsFile = join(repositoryRoot, 'tools/pack/results/works-with.json');
export const pageFile = join(repositoryRoot, 'packages/README.md');

/** The recorded results in the order of the environments, with those of these cells in place of the older ones. */
export function withCells(recorded: readonly Recorded[], cells: readonly Cell[]): readonly Recorded[] {
  const tried = cells.filter(({ skipped }) => skipped === undefined).map(recordOf);
  const byTitle = new Map([...recorded, ...tried].map((one) => [titleOf(one), one]));
  return environments.flatMap((environment) => byTitle.get(titleOf(environment)) ?? []);
}

/** What is recorded; nothing if there is no file. */
export function readRecorded(): readonly Recorded[] {
  return existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : [];
}

function recordOf({ environment: { name, version, how, packages }, trials }: Cell): Recorded {
  const faults = trials.flatMap(({ says, fault }) =>
    fault === undefined ? [] : [`${says}: ${fault.slice(0, 500)}`],
  );
  return { name, version, how, packages, passed: trials.length - faults.length, of: trials.length, faults };
}

/** The part of the page that is between the marks. */
function tableOf(recorded: readonly Recorded[]): string {
  const rows = recorded.map(
    ({ name, version, how, packages, passed, of }) =>
      `| ${name} ${version} | ${how} | ${packages} | ${passed === of ? 'yes' : `**${passed} of ${of}**`} |\n`,
  );
  return `| with | how | packages | works |\n|---|---|---|---|\n${rows.join('')}`;
}

const start = '<!-- works-with: written by `npm run pack:matrix -- --write` -->\n';
const end = '<!-- /works-with -->';

/** The page with the table in it. */
export function withTable(page: string, recorded: readonly Recorded[]): string {
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`expected ${start.trim()} and ${end} in ${pageFile}`);
  return `${page.slice(0, from + start.length)}\n${tableOf(recorded)}\n${page.slice(to)}`;
}
