import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fillIn } from '../harness/bed.ts';
import { flag, scenario } from '../harness/scenario.ts';
import { sum } from '../harness/statistics.ts';
import { barChart } from './page/charts.ts';
import {
  judgeGoals,
  loadBefore,
  type ResultFile,
  type ResultFiles,
  readResults,
  valueAt,
} from './page/goals.ts';
import { scalingPage } from './page/scaling.ts';
import { sectionsOf } from './page/sections.ts';
import { conditionsOf, markdownRows, notMeasured, shown } from './page/table.ts';
import type { Row } from './parts/part.ts';
import type { Fate, Limit, Measured, PeerResults, SceneRun } from './peers/scene.ts';

const folder = fileURLToPath(new URL('../../', import.meta.url));

export default scenario({
  says: 'Writes tools/bench/RESULTS.md, and the table of SCALING.md of packages/service/operate, from the files of tools/bench/results alone. Measures nothing.',
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

/** Pages, by their paths below `tools/bench`. */
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
    sections: sectionsOf(files),
    files: filesOf(files),
  });
  return {
    'RESULTS.md': text,
    ...(files.cost === undefined
      ? {}
      : { [scalingPath]: scalingPage(read(folder + scalingPath) ?? '', files.cost) }),
  };
}

const scalingPath = '../../packages/service/operate/SCALING.md';

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
  return { goals: markdownRows(rows), reasons: reasons.join('\n') };
}

function partsOf(file: ResultFile | undefined, rows: readonly Row[]) {
  const skipped = Object.entries((valueAt(file?.results, ['skipped']) ?? {}) as Record<string, string>);
  return {
    conditionsOfParts: conditionsOf(file),
    partsChart: rows.length === 0 ? '' : ratioChart(rows),
    parts: markdownRows(
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
    Object.entries(all).map(([name, system]) => {
      const { atHighestRate, atCommonRate: run, rounds = [] } = system;
      const lags = [lagOf(atHighestRate), lagOf(run)];
      return [name, reports, saturationOf(system), ...lags, run.processorPerMessage, fatesOf(rounds)];
    }),
  );
  const charts = Object.entries(systems).map(([reports, all]) =>
    barChart({
      title: `The highest rate that each holds, with ${reports}`,
      unit: 'messages a second',
      bars: Object.entries(all).map(([name, { highestRate }]) => [name, highestRate]),
    }),
  );
  const limits = Object.entries(limit?.cascadesPerSecond ?? {}).map(
    ([n, perSecond]) => `${perSecond} with ${n} in a commit`,
  );
  return {
    conditionsOfPeers: conditionsOf(file),
    peersSay: `${valueAt(file?.results, ['says']) ?? notMeasured}.${isUntilSaturation(systems) ? '' : ofBefore}`,
    commonRate: Object.values(Object.values(systems)[0] ?? {})[0]?.atCommonRate.rate ?? '–',
    peers: markdownRows(rows),
    peersCharts: charts.join('\n\n'),
    limit: limit === undefined ? notMeasured : `${limit.says}. ${limits.join(', ')}`,
  };
}

/** Whether all of it is of the scenario that goes on until each system saturates. */
function isUntilSaturation(systems: PeerResults): boolean {
  return Object.values(systems).every((all) =>
    Object.values(all).every(({ failsAt }) => failsAt !== undefined),
  );
}

const ofBefore =
  ' **Of the program of before, which tried 3,200 a second at most and let a queue drain for 6 s: to be measured again.**';

function saturationOf({ highestRate, failsAt, isBoundByLoad }: Measured): string {
  if (isBoundByLoad) return `${highestRate}, as load and receiver alone`;
  return failsAt === undefined ? `at least ${highestRate}` : String(highestRate);
}

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

function filesOf(files: ResultFiles): string {
  return markdownRows(
    Object.entries(files)
      // The goals alone are about proofs.
      .filter(([name]) => !name.startsWith('proofs/'))
      .map(([name, file]) => [
        link(name),
        kept[name] ?? `\`${file.command.trim()}\``,
        `${file.machine.cpu}, ${file.machine.cores} cores`,
        file.machine.speed === undefined ? '–' : `${file.machine.speed.before} / ${file.machine.speed.after}`,
        loadBefore(file)?.toFixed(1) ?? 'not recorded',
      ]),
  );
}

/** Files of scenarios that are rows of another one now, which documents cite. */
const kept: Readonly<Record<string, string>> = {
  fairness:
    'an earlier scenario; now `npm run bench -- strangers --only attacks --seconds 8 --name fairness`',
  intake: 'an earlier scenario; now `npm run bench -- --only group-commit`',
  'low-rates-before':
    'an earlier scenario; now `npm run bench -- cost --against …/packages/service/src/cli.ts`',
  'pgbouncer-cost':
    'an earlier scenario; now `npm run bench -- cost --through direct,pgbouncer,pgbouncer-settings --rates 300 --name pgbouncer-cost`',
  profile: "an earlier scenario; V8's `--cpu-prof` shows the same",
};

/** The members that are systems by number of reports. */
function systemsOf(results: object): PeerResults {
  return Object.fromEntries(
    Object.entries(results).filter(([name]) => name.endsWith(' report') || name.endsWith(' reports')),
  );
}

/** The first figure of each part. */
function ratioChart(rows: readonly Row[]): string {
  const parts = new Map<string, number>();
  for (const { name, ratio } of rows) {
    const [part = name] = name.split(':');
    if (!parts.has(part)) parts.set(part, ratio);
  }
  return barChart({
    title: 'The first figure of each part: ours to the peer or the limit; 1 is level, more is better',
    unit: 'times',
    bars: [...parts],
  });
}

function link(name: string): string {
  const path = name.startsWith('proofs/') ? name.replace('proofs/', '../proofs/results/') : `results/${name}`;
  return `[${name}.json](${path}.json)`;
}
