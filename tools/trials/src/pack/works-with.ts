import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { partOfPage } from '@cascade/repository/test-kit/recorded';
import { type Environment, titleOf } from './environment.ts';
import { environments } from './environments.ts';
import type { Cell } from './matrix.ts';
import { repositoryRoot } from './published.ts';

/** One line of the table: how many trials in an environment passed. */
export interface Recorded extends Pick<Environment, 'name' | 'version' | 'how' | 'packages'> {
  readonly passed: number;
  readonly of: number;
  readonly faults: readonly string[];
}

export const resultsFile = join(repositoryRoot, 'tools/trials/results/works-with.json');

/**
 * The recorded results in the order of the environments, with those of these cells in place of the older
 * ones.
 */
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

/** The recorded results as Markdown: versions of which the same is said share a row. */
export function tableOf(recorded: readonly Recorded[]): string {
  const said = ({ how, packages, passed, of }: Recorded) =>
    `${how} | ${packages} | ${passed === of ? 'yes' : `**${passed} of ${of}**`}`;
  const groups = Map.groupBy(recorded, (one) => `${one.name} | ${said(one)}`);
  const rows = Array.from(groups.values()).flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const versions = same.map(({ version }) => version).join(', ');
    return [`| ${first.name} ${versions} | ${said(first)} |\n`];
  });
  return `\n| with | how | packages | works |\n|---|---|---|---|\n${rows.join('')}\n`;
}

/** Where packages/README.md has the table. */
export const tablePart = partOfPage(
  pathToFileURL(join(repositoryRoot, 'packages/README.md')),
  'works-with',
  '`npm run trials -- packed --write`',
);
