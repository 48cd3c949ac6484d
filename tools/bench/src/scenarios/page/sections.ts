import type { CascadeCost } from '../cost/world.ts';
import type { Step } from '../overload.ts';
import { lineChart } from './charts.ts';
import type { ResultFile, ResultFiles } from './goals.ts';
import { conditionsOf, markdownTable, shown } from './table.ts';

/** Values of a result file, by name. */
type Named<Value> = Readonly<Record<string, Value>>;

interface Section {
  readonly title: string;
  // Each knows the results of its scenario, which the file was written from.
  readonly textOf: (results: never) => string;
}

/** By result file, in the order of the page. */
const sections: Named<Section> = {
  cost: { title: 'What a cascade costs', textOf: costText },
  'end-to-end': { title: 'A steady rate, with three callbacks each', textOf: overTimeText },
  'end-to-end-delivered': {
    title: 'A steady rate, with a callback for the delivery alone',
    textOf: overTimeText,
  },
  'end-to-end-long': { title: 'A steady rate for ten minutes', textOf: overTimeText },
  overload: {
    title: 'Overload: half to three times what saturates, and a second account meanwhile',
    textOf: overloadText,
  },
  strangers: { title: 'An account beside strangers', textOf: strangersText },
  'double-reach': { title: 'Subscribers that get a message by both channels', textOf: doubleReachText },
  history: { title: 'The message history', textOf: historyText },
  upgrade: { title: 'Migrations under load', textOf: upgradeText },
  restore: { title: 'A dump, and its restore', textOf: restoreText },
  started: { title: 'Start and memory at rest', textOf: startedText },
};

/** A section of each result file that is there. */
export function sectionsOf(files: ResultFiles): string {
  return Object.entries(sections)
    .flatMap(([name, section]) => (files[name] === undefined ? [] : [sectionOf(section, files[name])]))
    .join('\n\n');
}

function sectionOf({ title, textOf }: Section, file: ResultFile): string {
  return `## ${title}\n\n${conditionsOf(file)}\n\n${textOf(file.results as never)}`;
}

interface Alone {
  readonly alone: Readonly<Record<'statements' | 'transactions' | 'roundTrips', number>>;
}

/** A way to the database; other fields have no rates. */
interface CostsOfWay {
  readonly byRate?: readonly Omit<CascadeCost, 'endedPerSecond'>[];
}

function costText({ alone, ...ways }: Alone): string {
  const rows = Object.entries(ways as Named<CostsOfWay>).flatMap(([way, { byRate = [] }]) =>
    byRate.map((cost) => [
      `${way}, ${cost.rate} a second`,
      cost.milliseconds,
      Object.entries(cost.microseconds)
        .map(([process, time]) => `${process} ${shown(time)}`)
        .join(', '),
      cost.commits,
      shown(cost.walBytes),
      cost.acceptedMilliseconds,
      cost.lagMilliseconds,
    ]),
  );
  const heads = [
    'through, rate',
    'processor time of a cascade, ms',
    'of it, µs',
    'commits',
    'bytes of log',
    'accepted after, ms',
    'last callback after, ms',
  ];
  return `${markdownTable(heads, rows)}

A message alone asks the database ${alone.statements} statements in ${alone.transactions} transactions and ${alone.roundTrips} round trips.`;
}

interface EndToEnd {
  readonly endedPerSecond: Readonly<Record<'median', number>>;
  readonly lagMilliseconds: Readonly<Record<'p50' | 'p99', number>>;
  readonly rssMiB: Readonly<Record<'afterFiveSeconds' | 'atTheEnd', number>>;
  readonly withoutAStore: Readonly<Record<'endedPerSecond', number>>;
  readonly serviceCpuMicrosecondsPerCascade: number;
  readonly overTime: Readonly<Record<'lagMilliseconds' | 'rssMiB', readonly (number | null)[]>> & {
    readonly everySeconds: number;
  };
}

function overTimeText(results: EndToEnd): string {
  const { endedPerSecond, lagMilliseconds, rssMiB, withoutAStore, overTime } = results;
  const line = (title: string, unit: string, values: readonly (number | null)[]) =>
    lineChart({
      title,
      unit,
      xName: 'seconds',
      points: values.flatMap((y, at) => (y === null ? [] : [{ x: at * overTime.everySeconds, y }])),
    });
  const heads = [
    'ended a second',
    'lag p50 / p99, ms',
    'memory after 5 s / at the end, MiB',
    "Node's processor time of a cascade, µs",
    'most without a store, a second',
  ];
  const row = [
    endedPerSecond.median,
    `${lagMilliseconds.p50} / ${lagMilliseconds.p99}`,
    `${rssMiB.afterFiveSeconds} / ${rssMiB.atTheEnd}`,
    results.serviceCpuMicrosecondsPerCascade,
    withoutAStore.endedPerSecond,
  ];
  return [
    markdownTable(heads, [row]),
    line('Lag to the last callback', 'ms', overTime.lagMilliseconds),
    line('Memory of the service', 'MiB', overTime.rssMiB),
  ].join('\n\n');
}

function overloadText({ steps }: { readonly steps: readonly Step[] }): string {
  const refused = ({ answers }: Step) => (answers['429'] ?? 0) + (answers['503'] ?? 0);
  const lag = ({ p50, worstP99 }: Step['lagMilliseconds']) => `${shown(p50)} / ${shown(worstP99)}`;
  const rows = steps.map((step) => [
    step.factor,
    step.offeredPerSecond,
    step.endedPerSecond,
    refused(step),
    lag(step.lagMilliseconds),
    lag(step.steadyAccount.lagMilliseconds),
    Object.entries(step.steadyAccount.answers)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  ]);
  const heads = [
    'of what saturates',
    'offered a second',
    'ended a second',
    'refused, 429 and 503',
    'lag p50 / worst p99, ms',
    'lag of the second account',
    'its answers',
  ];
  const chart = lineChart({
    title: 'Cascades ended',
    unit: 'a second',
    xName: 'offered a second',
    points: steps.map(({ offeredPerSecond, endedPerSecond }) => ({ x: offeredPerSecond, y: endedPerSecond })),
  });
  return `${markdownTable(heads, rows)}\n\n${chart}`;
}

interface Scene {
  readonly says: string;
  readonly ratioToQuiet: Readonly<Record<'callbacksP50' | 'deliveredP99' | 'answersP99', number>>;
  readonly missing: number;
}

function strangersText({ scenarios }: { readonly scenarios: Named<Scene> }): string {
  const heads = ['beside', 'callbacks, p50', 'delivered, p99', 'answers, p99', 'events missing'];
  const rows = Object.values(scenarios).map(({ says, ratioToQuiet, missing }) => [
    says,
    ratioToQuiet.callbacksP50,
    ratioToQuiet.deliveredP99,
    ratioToQuiet.answersP99,
    missing,
  ]);
  return `How many times as long the healthy account waits as in the quiet time before.\n\n${markdownTable(heads, rows)}`;
}

/** By the TTL and by what the SMSC hears of it. */
function doubleReachText({ modes }: { readonly modes: Named<Named<{ readonly both: number }>> }): string {
  const ttls = Object.keys(Object.values(modes)[0] ?? {});
  const rows = Object.entries(modes).map(([mode, of]) => [
    mode,
    ...ttls.map((ttl) => `${shown(100 * (of[ttl]?.both ?? 0))} %`),
  ]);
  return markdownTable(['the SMSC hears', ...ttls.map((ttl) => `TTL ${ttl} s`)], rows);
}

interface HistorySize {
  readonly messages: number;
  readonly answers: readonly {
    readonly question: string;
    readonly p50Milliseconds: number;
    readonly p99Milliseconds: number;
  }[];
}

function historyText({ sizes }: { readonly sizes: readonly HistorySize[] }): string {
  const questions = sizes[0]?.answers.map(({ question }) => question) ?? [];
  const heads = [
    'p50 / p99, ms',
    ...sizes.map(({ messages }) => `${messages.toLocaleString('en')} messages`),
  ];
  const rows = questions.map((asked) => [
    asked,
    ...sizes.map(({ answers }) => {
      const found = answers.find(({ question }) => question === asked);
      return `${shown(found?.p50Milliseconds)} / ${shown(found?.p99Milliseconds)}`;
    }),
  ]);
  return markdownTable(heads, rows);
}

interface Phase {
  readonly seconds: number;
  readonly acceptedPerSecond: number;
  readonly failed: number;
  readonly p99Milliseconds: number;
  readonly longestWaitMilliseconds: number;
}

function upgradeText({
  messages,
  gigabytes,
  ...rest
}: Named<unknown> & { readonly messages: number }): string {
  const phases = Object.entries(rest as Named<Phase>).filter(([, { seconds }]) => seconds > 0);
  const heads = ['', 'seconds', 'accepted a second', 'failed', 'p99, ms', 'longest wait, ms'];
  const rows = phases.map(([name, phase]) => [
    name,
    phase.seconds,
    phase.acceptedPerSecond,
    phase.failed,
    phase.p99Milliseconds,
    phase.longestWaitMilliseconds,
  ]);
  const { before, between, after } = gigabytes as Readonly<Record<'before' | 'between' | 'after', number>>;
  return `${messages.toLocaleString('en')} messages; ${before} GB before, ${between} between, ${after} after.\n\n${markdownTable(heads, rows)}`;
}

interface Restored {
  readonly messages: Readonly<Record<'known' | 'notEnded', number>>;
  readonly sentTwice: Readonly<Record<'all', number>>;
  readonly neverSent: number;
}

function restoreText({ plain, compared }: Readonly<Record<'plain' | 'compared', Restored>>): string {
  const rows = Object.entries({ 'released as it is': plain, "compared with the gateway's log": compared });
  const heads = ['', 'messages in the dump', 'not ended', 'sent twice', 'never sent'];
  return markdownTable(
    heads,
    rows.map(([name, { messages, sentTwice, neverSent }]) => [
      name,
      messages.known,
      messages.notEnded,
      sentTwice.all,
      neverSent,
    ]),
  );
}

interface Program {
  readonly start?: Readonly<Record<'seconds' | 'processor', number>>;
  readonly startOnExistingStore?: Readonly<Record<'seconds' | 'processor', number>>;
  readonly idle?: Readonly<Record<'rss' | 'pss', number>>;
}

function startedText({ installed: _, loadAverage: __, says: ___, ...programs }: Named<Program>): string {
  const rows = Object.entries(programs).map(([name, { start, startOnExistingStore = start, idle }]) => [
    name,
    shown(startOnExistingStore?.seconds),
    shown(startOnExistingStore?.processor),
    `${shown(idle?.rss)} / ${shown(idle?.pss)}`,
  ]);
  const heads = ['', 'seconds to the first answer', 'processor time until then, s', 'memory rss / pss, MiB'];
  return `${markdownTable(heads, rows)}

PostgreSQL not included. What npm installs is in [installed.json](results/installed.json).`;
}
