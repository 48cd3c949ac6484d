import { readFile, writeFile } from 'node:fs/promises';
import type { PeerScore } from './peers/ask-peers.ts';
import type { ClassScore, WholeScore } from './sum-up.ts';

export const deepFile = new URL('../results/deep.json', import.meta.url);

/** What came of a run with --deep --assumptions. */
export interface DeepRun {
  readonly verdict: string;
  readonly seconds: number;
  readonly requests: number;
  readonly propertyCases: number;
  readonly findings: readonly string[];
  readonly inconclusive: readonly string[];
}

type Deep = Readonly<Record<'service' | 'mock', DeepRun>>;

/** The deep runs as they were made last. */
export async function readDeep(): Promise<Deep> {
  return JSON.parse(await readFile(deepFile, 'utf8'));
}

export const scoreFile = new URL('../results/score.json', import.meta.url);

/** The score as it was taken last. */
export async function readScore(): Promise<WholeScore> {
  return JSON.parse(await readFile(scoreFile, 'utf8'));
}

/** Score and deep runs as Markdown. */
export function toTable(score: WholeScore, deep: Deep): string {
  const { mutants, assumed, consumers, pairs, controls, classes, speed, casesPerSecond, witnessBytes } =
    score;
  const row = (name: string, { mutants: all, killed, named }: ClassScore) =>
    `| ${name} | ${killed} of ${all} | ${named} |`;
  return `
| class | killed | report names the clause |
|---|---|---|
${Object.entries(classes)
  .map(([name, each]) => row(name, each))
  .join('\n')}
${row('**all that break what is documented**', mutants)}
${row('rest on a decision, with `--assumptions`', assumed)}
${row('receivers and clients', consumers)}
${row('pairs', pairs)}
${addedSentence(score)}
False alarms: ${score.falseAlarmsOnService} on the service, ${controls.falseAlarms.length} on ${controls.count} controls.
A run against the mock takes ${speed.mock.seconds} s and ${speed.mock.requests} requests, the first in a process ${speed.mock.firstSeconds} s; against the service,
with its database, ${speed.service.seconds} s and ${speed.service.requests} requests. Generated cases: ${casesPerSecond} a second against the mock. The smallest request that shows a defect has ${witnessBytes} bytes (median).
${deepSentence('service', deep)}
${deepSentence('mock', deep)}
${phaseTable(score)}${peerTable(score)}`;
}

function addedSentence({ addedSince = [] }: WholeScore): string {
  if (addedSince.length === 0) return '';
  return `\n${addedSince.length} of mutants and controls were judged in a later run than all others.\n`;
}

function deepSentence(name: keyof Deep, { [name]: run }: Deep): string {
  const { verdict, seconds, requests, propertyCases } = run;
  return `With \`--deep --assumptions\` the ${name} is ${verdict}: ${propertyCases} property cases, ${requests} requests, ${seconds} s.`;
}

function phaseTable({ phases }: WholeScore): string {
  const rows = Object.entries(phases).map(
    ([phase, { kills, alone }]) =>
      `| ${phase} | ${kills} | ${alone.length} | ${alone[0] === undefined ? '' : `\`${alone[0]}\``} |`,
  );
  return `
| phase | kills | that no other phase does | for example |
|---|---|---|---|
${rows.join('\n')}
`;
}

function peerTable({ sample, peers = [], falseAlarmsOnService }: WholeScore): string {
  const asked = peers.filter(({ absent }) => absent === undefined);
  if (sample === undefined || asked.length === 0) return '';
  const size = sample.ids.length;
  const row = ({ name, mutants, killed, falseAlarms, timedOut }: Omit<PeerScore, 'seconds'>) =>
    `| ${name} | ${killed} of ${mutants} | ${falseAlarms} | ${timedOut} |`;
  const own = {
    name: '`cascade-verify`',
    mutants: size,
    killed: sample.killed,
    falseAlarms: falseAlarmsOnService,
    timedOut: 0,
  };
  return `
Other tools on ${size} of the ${sample.of} mutants that break what is documented, drawn by seed ${sample.seed}, of each class its
share; ${sample.isEarlier ? 'in an earlier run' : 'in the same run'}, before the same service. What a tool says of the service itself, too, is a false alarm and
kills nothing.

| tool | killed | false alarms on the service | broken off |
|---|---|---|---|
${[own, ...asked].map(row).join('\n')}
`;
}

/** Splits a page at the marks around what a command writes into it: before, between and after, the marks left out. */
export function splitAtMarks(
  page: string,
  { begin, end }: { readonly begin: string; readonly end: string },
): readonly [before: string, between: string, after: string] {
  const [before, rest] = page.split(begin);
  const [between, after] = rest?.split(end) ?? [];
  if (before === undefined || between === undefined || after === undefined)
    throw new Error(`the page has not both marks ${begin.trim()} and ${end.trim()}`);
  return [before, between, after];
}

const readme = new URL('../README.md', import.meta.url);
const begin = '<!-- score: written by bench/score.ts -->\n';
const end = '<!-- /score -->\n';

/** Puts the figures into the README, between their marks. */
export async function writeTable(score: WholeScore, deep: Deep): Promise<void> {
  const [before, , after] = splitAtMarks(await readFile(readme, 'utf8'), { begin, end });
  await writeFile(readme, `${before}${begin}${toTable(score, deep)}${end}${after}`);
}

/** The figures as the README has them. */
export async function readTable(): Promise<string> {
  return splitAtMarks(await readFile(readme, 'utf8'), { begin, end })[1];
}
