import { readFileSync } from 'node:fs';
import { sum } from '../../harness/statistics.ts';

/** The cost of one commit of the intake by its number of messages, in milliseconds. */
export interface IntakeCost {
  readonly messages: number;
  readonly postgresMs: number;
  readonly nodeMs: number;
  readonly wallMs: number;
}

/** What a whole cascade costs at a steady rate, from the request to its third callback. */
export interface CascadeCost {
  readonly perSecond: number;
  readonly nodeMicroseconds: number;
  readonly postgresMicroseconds: number;
  readonly walBytes: number;
}

export interface CascadeCosts {
  readonly idleMillisecondsPerSecond: { readonly node: number; readonly postgres: number };
  readonly byRate: readonly CascadeCost[];
}

/** The contents of `capacity-costs.json`. */
export interface MeasuredCosts {
  readonly intake: readonly IntakeCost[];
  readonly cascades: CascadeCosts;
}

/** Seconds of processor time that a step takes, in Node and in PostgreSQL. */
export interface StepCost {
  readonly node: LinearCost;
  readonly postgres: LinearCost;
}

/** What the model knows of the service. */
export interface Costs {
  /** One commit of the intake. */
  readonly intake: StepCost;
  /** A whole cascade, intake included; `fixed` applies if it shares none of its commits. */
  readonly cascade: StepCost;
  /** How long cascades gather before a commit: max(1, rate · gatherSeconds) share one. */
  readonly gatherSeconds: number;
  readonly walBytesPerCascade: number;
  /** Root mean square of the relative errors of each fit. */
  readonly fitErrors: Readonly<
    Record<'intakeNode' | 'intakePostgres' | 'cascadeNode' | 'cascadePostgres', number>
  >;
}

export function readMeasuredCosts(): MeasuredCosts {
  const path = new URL('../../../results/capacity-costs.json', import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')).results;
}

/** Fits both models: a commit by its size, and a whole cascade by the rate. */
export function fitCosts({ intake, cascades: { byRate } }: MeasuredCosts): Costs {
  const intakePoints = (of: (cost: IntakeCost) => number) =>
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
    intake: { node: intakeNode.cost, postgres: intakePostgres.cost },
    cascade: { node: whole.node.cost, postgres: whole.postgres.cost },
    gatherSeconds: whole.gatherSeconds,
    walBytesPerCascade: byRate.at(-1)?.walBytes ?? 0,
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

/** A cost as a straight line over the number of messages in a batch. */
export interface LinearCost {
  /** Per batch, whatever its size. */
  readonly fixed: number;
  readonly perMessage: number;
}

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
  const [aa, ab, bb] = [
    sum(rows.map((row) => row.a ** 2)),
    sum(rows.map((row) => row.a * row.b)),
    sum(rows.map((row) => row.b ** 2)),
  ];
  const [ay, by] = [sum(rows.map((row) => row.a)), sum(rows.map((row) => row.b))];
  const determinant = aa * bb - ab ** 2;
  // The two cannot be separated: attribute everything to the messages.
  if (determinant < 1e-9 * aa * bb) return { fixed: 0, perMessage: by / bb };
  const fixed = (ay * bb - by * ab) / determinant;
  const perMessage = (by * aa - ay * ab) / determinant;
  if (fixed < 0) return { fixed: 0, perMessage: by / bb };
  if (perMessage < 0) return { fixed: ay / aa, perMessage: 0 };
  return { fixed, perMessage };
}
