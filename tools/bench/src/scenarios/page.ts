import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fillIn } from '../harness/bed.ts';
import { barChart } from '../harness/charts.ts';
import { flag, scenario } from '../harness/scenario.ts';
import { sum } from '../harness/statistics.ts';
import {
  isDisturbed,
  judgeGoals,
  loadBefore,
  type ResultFile,
  type ResultFiles,
  readResults,
  valueAt,
} from './page/goals.ts';
import type { Row } from './parts/part.ts';
import { chartOf, type Fate, type Limit, type PeerResults, type SceneRun } from './peers/scene.ts';

const folder = fileURLToPath(new URL('../../', import.meta.url));

export default scenario({
  says: 'Writes tools/bench/RESULTS.md with its plots from the files of tools/bench/results alone. Measures nothing.',
  minutes: 0.1,
  options: { check: flag('writes nothing; ends with 1 if a file is not current') },
  examples: { '': 'after each new result file', '--check': 'what the tests do' },
  async run({ values: { check } }) {
    const stale = Object.entries(pageOf(readResults())).filter(
      ([path, text]) => read(folder + path) !== text,
    );
    for (const [path, text] of stale) {
      if (!check) writeFileSync(folder + path, text);
      process.stdout.write(`tools/bench/${path} ${check ? 'is not current' : 'written'}\n`);
    }
    return !(check && stale.length > 0);
  },
});

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // not yet written
  }
}

/** The page and the plots that belong to it, by their paths below `tools/bench`. */
export type ResultsPage = Readonly<Record<string, string>>;

/** Makes the page from the result files alone: what a file is absent for says that it is not measured. */
export function pageOf(files: ResultFiles): ResultsPage {
  const rows = (valueAt(files.parts?.results, ['rows']) ?? []) as readonly Row[];
  const peers = files.peers?.results as (object & { readonly limit?: Limit }) | undefined;
  const systems = systemsOf(peers ?? {});
  const text = fillIn(readFileSync(new URL('page/page.txt', import.meta.url), 'utf8'), {
    ...goalsOf(files),
    ...partsOf(files.parts, rows),
    ...peersOf(files.peers, systems, peers?.limit),
    plots: plotsOf(files),
    files: filesOf(files),
  });
  return {
    'RESULTS.md': text,
    ...(rows.length === 0 ? {} : { 'results/parts.svg': ratioChart(rows) }),
    ...(peers === undefined ? {} : { 'results/peers.svg': chartOf(systems, peers.limit) }),
    ...doubleReachChart(files['double-reach']),
  };
}

/** Operators read it beside the runbook, and in the portal. */
function rowsOf(all: readonly (readonly (string | number)[])[]): string {
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function goalsOf(files: ResultFiles) {
  const judged = judgeGoals(files);
  const rows = judged.map(({ goal, shown, verdict, file }) => [
    goal,
    shown,
    verdict,
    files[file] === undefined ? `${file}.json` : link(file),
  ]);
  const missed = Map.groupBy(
    judged.filter(({ why }) => why !== undefined),
    ({ why }) => why,
  );
  const reasons = [...missed].map(
    ([why, of]) => `- ${of.map(({ goal }) => `*${goal}*`).join('; ')}: ${why?.replaceAll('\n', '\n  ')}`,
  );
  return { goals: rowsOf(rows), reasons: reasons.join('\n') };
}

function partsOf(file: ResultFile | undefined, rows: readonly Row[]) {
  const skipped = Object.entries((valueAt(file?.results, ['skipped']) ?? {}) as Record<string, string>);
  return {
    conditionsOfParts: conditionsOf(file),
    parts: rowsOf(
      rows.map(({ name, says, against, unit, ours, peer, ratio }) => [
        `**${name}**`,
        says,
        against,
        shown(ours),
        shown(peer),
        unit,
        shown(ratio),
      ]),
    ),
    skipped: skipped.map(([name, why]) => `Skipped: ${name}, ${why}.\n\n`).join(''),
  };
}

function peersOf(file: ResultFile | undefined, systems: PeerResults, limit: Limit | undefined) {
  const rows = Object.entries(systems).flatMap(([reports, all]) =>
    Object.entries(all).map(([name, { highestRate, atHighestRate, atCommonRate: run, rounds }]) => [
      name,
      reports,
      highestRate,
      lagOf(atHighestRate),
      lagOf(run),
      run.processorPerMessage,
      fatesOf(rounds),
    ]),
  );
  const limits = Object.entries(limit?.cascadesPerSecond ?? {}).map(
    ([n, perSecond]) => `${perSecond} with ${n} in a commit`,
  );
  return {
    conditionsOfPeers: conditionsOf(file),
    peersSay: String(valueAt(file?.results, ['says']) ?? notMeasured),
    commonRate: Object.values(Object.values(systems)[0] ?? {})[0]?.atCommonRate.rate ?? '–',
    peers: rowsOf(rows),
    limit: limit === undefined ? notMeasured : `${limit.says}. ${limits.join(', ')}`,
  };
}

const notMeasured = 'not measured';

function lagOf(run: SceneRun | undefined): string {
  if (run === undefined) return '';
  return `${shown(run.lagMilliseconds.p50)} / ${shown(run.lagMilliseconds.p99)}`;
}

function fatesOf(rounds: readonly Fate[]): string {
  return [...Map.groupBy(rounds, ({ rate }) => rate)]
    .map(([rate, of]) => {
      const total = (name: 'accepted' | 'withoutFinal' | 'sentTwice' | 'reportedTwice' | 'underWay') =>
        sum(of.map((fate) => fate[name]));
      const twice = `${total('sentTwice')} of ${total('underWay')} under way`;
      const fates = `${total('withoutFinal')} / ${twice} / ${total('reportedTwice')}`;
      return `at ${rate} a second ${total('accepted')}: ${fates}`;
    })
    .join('; ');
}

const plots: Readonly<Record<string, string>> = {
  'overload-curve': 'Half to three times what saturates the service, and a second account meanwhile',
  'end-to-end': 'A steady rate with three callbacks each',
  'end-to-end-delivered': 'The same with a callback for the delivery alone',
  'end-to-end-long': 'The same for ten minutes',
  overload: 'Twice what the service can do, for a minute',
  'mixed-again': 'Two replicas under mixed load with faults at random',
  capacity: 'Which resource saturates first, simulated',
  'double-reach': 'Who gets a message by two channels, since the first delivers late',
};

function plotsOf(files: ResultFiles): string {
  return Object.entries(plots)
    .filter(([name]) => files[name] !== undefined)
    .map(
      ([name, title]) => `### ${title}\n\n${conditionsOf(files[name])}\n\n![${title}](results/${name}.svg)\n`,
    )
    .join('\n');
}

function filesOf(files: ResultFiles): string {
  return rowsOf(
    Object.entries(files).map(([name, file]) => [
      link(name),
      `\`${file.command.trim()}\``,
      `${file.machine.cpu}, ${file.machine.cores} cores`,
      loadBefore(file)?.toFixed(1) ?? 'not recorded',
    ]),
  );
}

function conditionsOf(file: ResultFile | undefined): string {
  if (file === undefined) return notMeasured;
  const { machine, command } = file;
  const disturbed = isDisturbed(file)
    ? ` **Beside other work (load average ${loadBefore(file)?.toFixed(1)} before): to be measured again.**`
    : '';
  return `\`${command.trim()}\` on ${machine.cpu}, ${machine.cores} cores, Node ${machine.node}.${disturbed}`;
}

/** The members that are systems by number of reports. */
function systemsOf(results: object): PeerResults {
  return Object.fromEntries(
    Object.entries(results).filter(([name]) => name.endsWith(' report') || name.endsWith(' reports')),
  );
}

/** The share of subscribers that get a message twice, by the TTL and by what the SMSC hears of it. */
function doubleReachChart(file: ResultFile | undefined): Readonly<Record<string, string>> {
  if (file === undefined) return {};
  const modes = valueAt(file.results, ['modes']) as Readonly<
    Record<string, Readonly<Record<string, { readonly both: number }>>>
  >;
  const panels = Object.entries(modes).map(([mode, ttls]) => ({
    title: `With ${mode}: subscribers that get the message twice, in percent`,
    bars: Object.entries(ttls).map(([ttl, { both }]) => ({
      label: `TTL ${ttl} s`,
      value: 100 * both,
      text: shown(100 * both),
      isOurs: mode !== 'nothing',
    })),
  }));
  return { 'results/double-reach.svg': barChart(panels) };
}

function ratioChart(rows: readonly Row[]): string {
  const bars = rows.map(({ name, ratio }) => ({
    label: name,
    value: ratio,
    text: shown(ratio),
    isOurs: true,
  }));
  return barChart([{ title: 'Ours to the peer or the limit; 1 is level, more is better', bars, mark: 1 }]);
}

function shown(value: number | null): string {
  return value === null || Number.isNaN(value)
    ? '–'
    : value.toLocaleString('en', { maximumSignificantDigits: 3 });
}

function link(name: string): string {
  return `[${name}.json](results/${name}.json)`;
}
