import { dispatcherSettings } from '@cascade/service/bench';
import measured from '../../../results/capacity-costs.json' with { type: 'json' };
import { sum } from '../../harness/statistics.ts';

/** What the model knows of the service; costs are seconds of processor time. */
export type Costs = ReturnType<typeof fitCosts>;

type Measured = typeof measured.results;

/** Fits both models: a commit by its size, and a whole cascade by the rate. */
export function fitCosts({ intake, cascades: { byRate } }: Measured = measured.results) {
  const intakePoints = (of: (cost: Measured['intake'][number]) => number) =>
    intake.map((cost) => ({ x: cost.messages, y: of(cost) / 1_000 }));
  const points = {
    intakeNode: intakePoints(({ nodeMs }) => nodeMs),
    intakePostgres: intakePoints(({ postgresMs }) => postgresMs),
    cascadeNode: byRate.map(({ perSecond: x, nodeMicroseconds }) => ({ x, y: nodeMicroseconds / 1e6 })),
    cascadePostgres: byRate.map(({ perSecond: x, postgresMicroseconds: y }) => ({ x, y: y / 1e6 })),
  };
  const commit = (of: readonly Point[]) => withError(of, () => 1, Number);
  const intakeNode = commit(points.intakeNode);
  const intakePostgres = commit(points.intakePostgres);
  const slowest = Math.min(...byRate.map(({ perSecond }) => perSecond));
  const whole = gatherTimes
    .map((part) => {
      const gatherSeconds = part / slowest;
      const share = (rate: number) => 1 / Math.max(1, rate * gatherSeconds);
      const node = withError(points.cascadeNode, share, () => 1);
      const postgres = withError(points.cascadePostgres, share, () => 1);
      return { gatherSeconds, node, postgres, error: Math.hypot(node.error, postgres.error) };
    })
    .reduce((best, candidate) => (candidate.error < best.error ? candidate : best));
  return {
    /** One commit of the intake. */
    intake: { node: intakeNode.cost, postgres: intakePostgres.cost },
    /** A whole cascade, intake included; `fixed` applies if it shares none of its commits. */
    cascade: { node: whole.node.cost, postgres: whole.postgres.cost },
    /** How long cascades gather before a commit: max(1, rate · gatherSeconds) share one. */
    gatherSeconds: whole.gatherSeconds,
    walBytesPerCascade: byRate.at(-1)?.walBytes ?? 0,
    /** Root mean square of the relative errors of each fit. */
    fitErrors: {
      intakeNode: intakeNode.error,
      intakePostgres: intakePostgres.error,
      cascadeNode: whole.node.error,
      cascadePostgres: whole.postgres.error,
    },
  };
}

/**
 * In relation to the time between two cascades at the lowest rate, where each cascade is assumed to be alone.
 */
const gatherTimes = Array.from({ length: 100 }, (_, n) => (n + 1) / 100);

function withError(points: readonly Point[], a: (x: number) => number, b: (x: number) => number) {
  const cost = fitCost(points, a, b);
  const model = (x: number) => cost.fixed * a(x) + cost.perMessage * b(x);
  const squares = points.map(({ x, y }) => (model(x) / y - 1) ** 2);
  return { cost, error: Math.sqrt(sum(squares) / squares.length) };
}

/**
 * A cost as a straight line over the number of messages in a batch: `fixed` is that of a batch, whatever its
 * size.
 */
export type LinearCost = Readonly<Record<'fixed' | 'perMessage', number>>;

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Fits `fixed · a + perMessage · b`, neither below zero, by least relative squares: absolute squares of
 * figures over three powers of ten would fit their large end only.
 */
export function fitCost(
  points: readonly Point[],
  a: (x: number) => number,
  b: (x: number) => number,
): LinearCost {
  const rows = points.map(({ x, y }) => ({ a: a(x) / y, b: b(x) / y }));
  const total = (of: (row: { a: number; b: number }) => number) => sum(rows.map(of));
  const aa = total((row) => row.a ** 2);
  const ab = total((row) => row.a * row.b);
  const bb = total((row) => row.b ** 2);
  const ay = total((row) => row.a);
  const by = total((row) => row.b);
  const determinant = aa * bb - ab ** 2;
  // The two cannot be separated: attribute everything to the messages.
  if (determinant < 1e-9 * aa * bb) return { fixed: 0, perMessage: by / bb };
  const fixed = (ay * bb - by * ab) / determinant;
  const perMessage = (by * aa - ay * ab) / determinant;
  if (fixed < 0) return { fixed: 0, perMessage: by / bb };
  if (perMessage < 0) return { fixed: ay / aa, perMessage: 0 };
  return { fixed, perMessage };
}

/** One database, its replicas and their load. */
export interface Plant {
  readonly costs: Costs;
  /** Cascades that arrive per second, at all replicas together. */
  readonly perSecond: number;
  readonly replicas: number;
  readonly databaseCores: number;
  readonly disk: {
    /** Duration of a flush of almost no bytes. */
    readonly flushSeconds: number;
    readonly bytesPerSecond: number;
  };
  /** Between a replica and the database. */
  readonly roundTripSeconds: number;
  /** Accounts that send at the same rate, except the first, whose share of the load is `hotShare`. */
  readonly accounts: number;
  readonly hotShare: number;
  /** Each account is served by one replica, so replicas never compete for the same locks. */
  readonly affinity: boolean;
  readonly receiver: {
    readonly seconds: number;
    /**
     * Concurrent callbacks of each replica: to all receivers, and to one, as far as the others leave them.
     */
    readonly slots: number;
    readonly ofOne: number;
  };
}

/** One of the three group commits of a replica; each runs one commit at a time. */
export interface CommitStep {
  readonly node: LinearCost;
  readonly postgres: LinearCost;
  readonly walBytes: number;
  readonly batchLimit: number;
  /**
   * The share of its work in the database, from 0 to 1, for which it holds the locks of its accounts: the
   * last part.
   */
  readonly lockedShare: number;
}

export const callbacksPerCascade = 3;

/** The intake as measured; engine and callbacks share the rest of a cascade's cost equally. */
export function commitSteps({
  intake,
  cascade,
  walBytesPerCascade,
}: Costs): readonly [CommitStep, CommitStep, CommitStep] {
  const half = (of: 'node' | 'postgres'): LinearCost => ({
    fixed: Math.max(0, cascade[of].fixed - intake[of].fixed) / 2,
    perMessage: Math.max(0, cascade[of].perMessage - intake[of].perMessage) / 2,
  });
  const rest = { node: half('node'), postgres: half('postgres'), walBytes: walBytesPerCascade / 3 };
  return [
    { ...intake, walBytes: walBytesPerCascade / 3, batchLimit: 256, lockedShare: 1 },
    // It locks the accounts for the booking at its end; the share is assumed.
    { ...rest, batchLimit: 256, lockedShare: 0.3 },
    // A commit records up to 256 callbacks.
    { ...rest, batchLimit: Math.floor(256 / callbacksPerCascade), lockedShare: 0 },
  ];
}

/** The limit of each resource in cascades per second, if every commit is full. */
export function limitsOf(plant: Plant) {
  const { costs, replicas, databaseCores, disk } = plant;
  const steps = commitSteps(costs);
  const each = (of: 'node' | 'postgres') =>
    steps.reduce((sum, step) => sum + step[of].perMessage + step[of].fixed / step.batchLimit, 0);
  return {
    replicas: replicas / each('node'),
    database: databaseCores / each('postgres'),
    log: disk.bytesPerSecond / costs.walBytesPerCascade,
    receiver: replicas * cascadesPerSlots(plant),
  };
}

/**
 * Cascades per second of one replica for which its slots are enough, also those to the receiver of the hot
 * account.
 */
function cascadesPerSlots({ receiver: { seconds, slots, ofOne }, accounts, hotShare }: Plant): number {
  const ofHot = hotShare + (1 - hotShare) / accounts;
  return Math.min(slots, ofOne / ofHot) / (seconds * callbacksPerCascade);
}

/** An assumption: 100 cascades a second, 8.6 million a day. */
export const todayPerSecond = 100;
export const loads = [1, 10, 100, 1_000] as const;
/** Enough loads to draw lines. */
export const chartLoads = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000] as const;

const disk = { flushSeconds: 0.001, bytesPerSecond: 250e6 };
const share = 0.6;

const slots = dispatcherSettings.slots.total;

function usual(costs: Costs, perSecond: number) {
  return {
    costs,
    perSecond,
    disk,
    roundTripSeconds: 0.0005,
    accounts: 1_000,
    hotShare: 0,
    affinity: false,
    // A receiver gets at most a quarter of the slots that it leaves free.
    receiver: { seconds: 0.05, slots, ofOne: Math.floor(slots / 5) },
  };
}

/** As many replicas as the processor time needs, with a margin. */
function enoughReplicas(costs: Costs, perSecond: number): number {
  const one: Plant = { ...usual(costs, perSecond), replicas: 1, databaseCores: 1 };
  const { replicas, receiver } = limitsOf(one);
  return Math.max(2, Math.ceil(perSecond / (Math.min(replicas, receiver) * share)));
}

function large(costs: Costs, perSecond: number): Plant {
  return { ...usual(costs, perSecond), replicas: enoughReplicas(costs, perSecond), databaseCores: 32 };
}

export const scenarios: readonly Readonly<{
  name: string;
  says: string;
  plantOf: (costs: Costs, perSecond: number) => Plant;
}>[] = [
  {
    name: 'as it is',
    says: '2 replicas, a database with 4 cores',
    plantOf: (costs, perSecond) => ({ ...usual(costs, perSecond), replicas: 2, databaseCores: 4 }),
  },
  {
    name: 'more replicas',
    says: 'as many replicas as their processors need, one database with 32 cores',
    plantOf: large,
  },
  {
    name: 'accounts stay with a replica',
    says: 'the same, but the load balancer sends an account always to the same replica, and its jobs run there too',
    plantOf: (costs, perSecond) => ({ ...large(costs, perSecond), affinity: true }),
  },
  {
    name: 'one hot account',
    says: 'as many replicas and cores, but half of the requests are of one account',
    plantOf: (costs, perSecond) => ({ ...large(costs, perSecond), hotShare: 0.5 }),
  },
];
