import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { barChart } from '../harness/charts.ts';
import { flag, scenario } from '../harness/scenario.ts';
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
import type { Limit } from './peers/pgbench.ts';
import { chartOf, type Fate, type PeerResults, type Run } from './peers/scene.ts';

const folder = fileURLToPath(new URL('../../', import.meta.url));

export default scenario({
  says: 'Writes tools/bench/RESULTS.md and the plots that belong to it, from the files of tools/bench/results alone. Measures nothing.',
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
export type Page = Readonly<Record<string, string>>;

/** Makes the page from the result files alone. */
export function pageOf(files: ResultFiles): Page {
  const rows = (valueAt(files.parts?.results, ['rows']) ?? []) as readonly Row[];
  const markdown = [
    '# Results of the benchmarks\n',
    'Generated from `results/*.json` by `npm run bench -- page`. A ratio compares two sides of the same run: 2 is twice as',
    'good as the peer, 0.5 half as good. Absolute figures belong to the machine that the result file names.\n',
    ...goalsOf(files),
    ...partsOf(files.parts, rows),
    ...peersOf(files.peers),
    ...plotsOf(files),
    ...filesOf(files),
  ];
  const peers = files.peers?.results as (Record<string, unknown> & { readonly limit?: Limit }) | undefined;
  return {
    'RESULTS.md': `${markdown.join('\n')}\n`,
    ...(rows.length === 0 ? {} : { 'results/parts.svg': ratioChart(rows) }),
    ...(peers === undefined ? {} : { 'results/peers.svg': chartOf(systemsOf(peers), peers.limit) }),
  };
}

function goalsOf(files: ResultFiles): string[] {
  const judged = judgeGoals(files);
  const lines = judged.map(
    ({ goal, shown, verdict, file }) =>
      `| ${goal} | ${shown} | ${verdict} | ${files[file] === undefined ? `${file}.json` : link(file)} |`,
  );
  const byReason = Map.groupBy(judged, ({ why }) => why);
  const reasons = [...byReason].flatMap(([why, of]) =>
    why === undefined
      ? []
      : [`- ${of.map(({ goal }) => `*${goal}*`).join('; ')}: ${why.replaceAll('\n', '\n  ')}`],
  );
  return [
    '## Goals\n',
    '| goal | figure | | from |',
    '|---|---|---|---|',
    ...lines,
    '',
    ...(reasons.length === 0
      ? []
      : ['Why goals are not reached, and what limits them next:\n', ...reasons, '']),
  ];
}

function partsOf(file: ResultFile | undefined, rows: readonly Row[]): string[] {
  if (file === undefined) return [];
  const lines = rows.map(
    ({ name, says, against, unit, ours, peer, ratio }) =>
      `| **${name}** | ${says} | ${against} | ${shown(ours)} | ${shown(peer)} | ${unit} | ${shown(ratio)} |`,
  );
  const skipped = Object.entries((valueAt(file.results, ['skipped']) ?? {}) as Record<string, string>);
  return [
    '## Each part against its peer or its limit\n',
    `${conditionsOf(file)}\n`,
    '![Ratios of all parts](results/parts.svg)\n',
    '| | does | against | ours | peer | | ratio |',
    '|---|---|---|--:|--:|---|--:|',
    ...lines,
    '',
    ...skipped.map(([name, why]) => `Skipped: ${name}, ${why}.\n`),
  ];
}

function peersOf(file: ResultFile | undefined): string[] {
  if (file === undefined) return [];
  const lines = Object.entries(systemsOf(file.results as object)).flatMap(([reports, systems]) =>
    Object.entries(systems).map(([name, { highestRate, atHighestRate, atCommonRate: run, rounds }]) => {
      const cells = [highestRate, lagOf(atHighestRate), lagOf(run), run.processorPerMessage, fatesOf(rounds)];
      return `| ${[name, reports, ...cells].join(' | ')} |`;
    }),
  );
  const rate = Object.values(Object.values(systemsOf(file.results as object))[0] ?? {})[0]?.atCommonRate.rate;
  const limit = valueAt(file.results, ['limit']) as Limit | undefined;
  const limits = Object.entries(limit?.cascadesPerSecond ?? {}).map(
    ([n, perSecond]) => `${perSecond} with ${n} in a commit`,
  );
  return [
    '## The service beside Kannel\n',
    `${conditionsOf(file)}\n`,
    `${valueAt(file.results, ['says'])}.\n`,
    '![Rates, lags and processor time](results/peers.svg)\n',
    `| | | highest rate, a second | lag there, p50 / p99, ms | lag at ${rate} a second | processor time of a message, µs | after kill -9: of accepted, without final report / sent twice / reported twice |`,
    '|---|---|--:|--:|--:|--:|---|',
    ...lines,
    '',
    ...(limit === undefined ? [] : [`PostgreSQL alone: ${limit.says}. ${limits.join(', ')}.\n`]),
  ];
}

function lagOf(run: Run | undefined): string {
  if (run === undefined) return '';
  return `${shown(run.lagMilliseconds.p50)} / ${shown(run.lagMilliseconds.p99)}`;
}

function fatesOf(rounds: readonly Fate[]): string {
  if (rounds.length === 0) return '';
  // Files of before the gateway counted have no rate.
  return [...Map.groupBy(rounds, ({ rate }): number | undefined => rate)]
    .map(([rate, of]) => {
      const sum = (name: 'accepted' | 'withoutFinal' | 'sentTwice' | 'reportedTwice' | 'underWay') =>
        of.reduce((all, fate) => all + fate[name], 0);
      const twice =
        rate === undefined ? sum('sentTwice') : `${sum('sentTwice')} of ${sum('underWay')} under way`;
      const counts = `${sum('accepted')}: ${sum('withoutFinal')} / ${twice} / ${sum('reportedTwice')}`;
      return rate === undefined ? counts : `at ${rate} a second ${counts}`;
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
};

function plotsOf(files: ResultFiles): string[] {
  const shownPlots = Object.entries(plots).flatMap(([name, title]) => {
    const file = files[name];
    return file === undefined
      ? []
      : [`### ${title}\n`, `${conditionsOf(file)}\n`, `![${title}](results/${name}.svg)\n`];
  });
  return ['## Over time and over load\n', ...shownPlots];
}

function filesOf(files: ResultFiles): string[] {
  const lines = Object.entries(files).map(([name, file]) => {
    const before = loadBefore(file);
    const load = before === undefined ? 'not recorded' : before.toFixed(1);
    return `| ${link(name)} | \`${file.command.trim()}\` | ${file.machine.cpu}, ${file.machine.cores} cores | ${load} |`;
  });
  return [
    '## All result files\n',
    '| | command | machine | load average before |',
    '|---|---|---|--:|',
    ...lines,
  ];
}

function conditionsOf(file: ResultFile): string {
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
