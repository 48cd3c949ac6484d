import type { Report } from '../src/index.ts';
import type { PeerScore } from './peers/ask-peers.ts';
import { partOfMutants, readResult } from './results.ts';
import type { ClassScore, WholeScore } from './sum-up.ts';

/** What came of a run with --deep --assumptions. */
export function toDeepRun({ verdict, seconds, requests, phases, findings, inconclusive }: Report) {
  const properties = phases.find(({ phase }) => phase === 'properties');
  return {
    verdict,
    seconds,
    requests,
    propertyCases: properties?.attempts ?? 0,
    findings: findings.map(({ scenario, expected, actual }) => `${scenario}: ${expected}, not ${actual}`),
    inconclusive: inconclusive.map(({ scenario, reason }) => `${scenario}: ${reason}`),
  };
}

type Deep = Readonly<Record<'service' | 'mock', ReturnType<typeof toDeepRun>>>;

/** The deep runs as they were made last. */
export const readDeep = () => readResult<Deep>('deep');

/** The score as it was taken last. */
export const readScore = () => readResult<WholeScore>('score');

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

const part = partOfMutants('score', 'bench/score.ts');

/** Puts the figures into the page on mutants. */
export function writeTable(score: WholeScore, deep: Deep): void {
  part.write(toTable(score, deep));
}
