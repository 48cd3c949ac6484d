import { readFile, writeFile } from 'node:fs/promises';
import type { Speed } from './measure-speed.ts';
import type { PeerScore } from './peers/ask-peers.ts';
import type { ClassScore, Score } from './sum-up.ts';

const readme = new URL('../README.md', import.meta.url);
const begin = '<!-- score: written by bench/score.ts -->\n';
const end = '<!-- /score -->\n';

export interface WholeScore extends Score {
  readonly speed: Speed;
  readonly casesPerSecond: number;
  readonly peers: readonly PeerScore[];
}

/** Puts the table into the README, between its marks. */
export async function writeTable(score: WholeScore): Promise<void> {
  const text = await readFile(readme, 'utf8');
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error('the README has no marks for the score');
  await writeFile(readme, `${before}${begin}${toTable(score)}${end}${after}`);
}

function toTable(score: WholeScore): string {
  const { mutants, assumed, pairs, controls, classes, peers, speed, casesPerSecond, witnessBytes } = score;
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
${row('pairs', pairs)}

False alarms: ${score.falseAlarmsOnService} on the service, ${controls.falseAlarms.length} on ${controls.count} controls.
A run takes ${speed.seconds} s and ${speed.requests} requests, the first in a process ${speed.firstSeconds} s; ${casesPerSecond} property
cases a second against the mock. The smallest request that shows a defect has ${witnessBytes} bytes (median).
${peerTable(peers)}`;
}

function peerTable(peers: readonly PeerScore[]): string {
  const asked = peers.filter(({ absent }) => absent === undefined);
  if (asked.length === 0) return '';
  const rows = asked.map(
    ({ name, mutants, killed, falseAlarms, seconds }) =>
      `| ${name} | ${killed} of ${mutants} | ${falseAlarms} | ${seconds} |`,
  );
  return `
| peer, on a sample of the same mutants | killed | false alarms on the service | seconds |
|---|---|---|---|
${rows.join('\n')}
`;
}
