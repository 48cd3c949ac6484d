import type { ResultFile } from './goals.ts';

/** What cost.json has, as far as the table needs it. */
interface Costs {
  readonly direct: { readonly byRate: readonly CostAtRate[] };
  /** Milliseconds of a commit of the intake, by its size. */
  readonly commits: readonly { readonly messages: number; readonly wall: number }[];
}

interface CostAtRate {
  readonly rate: number;
  readonly microseconds: Readonly<Record<string, number>>;
  readonly walBytes: number;
}

/** Assumptions, which SCALING.md names. */
const todayPerSecond = 100;
const loads = [1, 10, 100, 1_000];
const callbacksOfCascade = 3;
const receiverSeconds = 0.05;
const callbacksOfReplica = 1_024;
const logBytesPerSecond = 250e6;
const setups = [
  { replicas: 2, cores: 4 },
  { replicas: 40, cores: 32 },
] as const;

const begin = '<!-- cost × rate: npm run bench -- page -->';
const end = '<!-- end -->';

/** SCALING.md with the table of cost × rate between its marks. @throws {Error} without the marks. */
export function scalingPage(text: string, { results }: ResultFile): string {
  const [before, rest] = text.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined)
    throw new Error(
      `expected ${begin} and ${end} in SCALING.md, found ${rest === undefined ? 'no mark' : 'one'}`,
    );
  return `${before}${begin}\n\n${tableOf(results as Costs)}\n\n${end}${after}`;
}

function tableOf(costs: Costs): string {
  const usages = loads.map((load) => {
    const rate = load * todayPerSecond;
    const { node, postgres, log, callbacks, intake } = usageAt(costs, rate);
    return [
      `${shown(load)}× (${shown(rate)} a second)`,
      shown(node),
      shown(postgres),
      shown(log / 1e6),
      shown(callbacks),
      `${shown(100 * intake)} %`,
    ];
  });
  const limits = setups.map(({ replicas, cores }) => {
    const most = limitsOf(costs, replicas, cores);
    const first = Math.min(...Object.values(most));
    const cells = Object.values(most).map((limit) => {
      const text = `${shown(limit)} a second`;
      return limit === first ? `**${text}**` : text;
    });
    return [`saturates with ${replicas} replicas and ${cores} cores at`, ...cells];
  });
  const heads = [
    'load',
    'Node, cores',
    'PostgreSQL, cores',
    'log, MB a second',
    'callbacks under way',
    'commits of the intake, one after the other',
  ];
  const rule = heads.map((_, at) => (at === 0 ? '---' : '--:'));
  return [heads, rule, ...usages, ...limits].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** What a load needs: cores, bytes and callbacks, and the share of time in which the intake commits. */
function usageAt({ direct: { byRate }, commits }: Costs, rate: number) {
  // Beyond what was measured a cascade costs less, since more of them share a commit.
  const cost = byRate.findLast((one) => one.rate <= rate) ?? byRate[0];
  const largest = commits.at(-1);
  return {
    node: (rate * (cost?.microseconds.node ?? Number.NaN)) / 1e6,
    postgres: (rate * (cost?.microseconds.postgres ?? Number.NaN)) / 1e6,
    log: rate * (cost?.walBytes ?? Number.NaN),
    callbacks: rate * callbacksOfCascade * receiverSeconds,
    intake: (rate / (largest?.messages ?? Number.NaN)) * ((largest?.wall ?? Number.NaN) / 1_000),
  };
}

/** The cascades a second that each resource is enough for. */
function limitsOf(costs: Costs, replicas: number, cores: number) {
  const { node, postgres, log, callbacks, intake } = usageAt(costs, Number.MAX_SAFE_INTEGER);
  const rate = Number.MAX_SAFE_INTEGER;
  return {
    node: (replicas / node) * rate,
    postgres: (cores / postgres) * rate,
    log: (logBytesPerSecond / log) * rate,
    callbacks: ((replicas * callbacksOfReplica) / callbacks) * rate,
    intake: rate / intake,
  };
}

function shown(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 });
}
