import { defined } from '../src/defined.ts';
import { type Phase, phases } from '../src/scenario/scenario.ts';
import type { JudgedSubject } from './judge-subject.ts';
import type { PeerScore } from './peers/ask-peers.ts';
import type { measureSpeed } from './whole-runs.ts';

export type ClassScore = ReturnType<typeof count>;
type PhaseScore = ReturnType<typeof countPhase>;
type Score = ReturnType<typeof sumUp>;

/**
 * Counts what was found. A mutant is killed by findings; could-not-judge counts neither as kill nor as pass.
 */
export function sumUp(judged: readonly JudgedSubject[]) {
  const of = (kind: JudgedSubject['kind']) => judged.filter((each) => each.kind === kind);
  const mutants = of('mutant');
  const witnesses = mutants
    .flatMap(({ findings }) => {
      const sizes = findings.map(({ bytes }) => bytes).filter((bytes) => bytes > 0);
      return sizes.length === 0 ? [] : [Math.min(...sizes)];
    })
    .toSorted((a, b) => a - b);
  const controls = of('control');
  const killed = [...mutants, ...of('assumed')].filter(isKilled);
  return {
    mutants: count(mutants),
    classes: Object.fromEntries(
      [...Map.groupBy(mutants, (mutant) => mutant.class ?? '')].map(([name, all]) => [name, count(all)]),
    ),
    phases: Object.fromEntries(judgedPhases.map((phase) => [phase, countPhase(phase, killed)])),
    /** Those that rest on a decision of ours, judged with --assumptions. */
    assumed: count(of('assumed')),
    /** Receivers and clients, judged by runs of their own. */
    consumers: count(of('consumer')),
    pairs: count(of('pair')),
    controls: {
      count: controls.length,
      falseAlarms: controls.filter(({ verdict }) => verdict !== 'conformant').map(({ id }) => id),
    },
    falseAlarmsOnService: of('plain').reduce((sum, { findings }) => sum + findings.length, 0),
    /** Bytes of the smallest request that shows the defect: the middle of all mutants. */
    witnessBytes: witnesses[Math.floor(witnesses.length / 2)] ?? 0,
    survivors: [...mutants, ...of('assumed'), ...of('consumer'), ...of('pair')]
      .filter((each) => !isKilled(each))
      .map(({ id, verdict, reason }) => ({ id, verdict, ...defined({ reason }) })),
  };
}

/** Receivers are judged by a run of their own. */
const judgedPhases = phases.filter((phase) => phase !== 'consumers');

/** What a phase adds to the others. */
function countPhase(phase: Phase, killed: readonly JudgedSubject[]) {
  const found = killed.filter(({ findings }) => findings.some((finding) => finding.phase === phase));
  const alone = found.filter(({ findings }) => findings.every((finding) => finding.phase === phase));
  return { kills: found.length, alone: alone.map(({ id }) => id).toSorted() };
}

export function isKilled({ verdict }: JudgedSubject): boolean {
  return verdict === 'non-conformant';
}

function count(all: readonly JudgedSubject[]) {
  const killed = all.filter(isKilled);
  const named = killed.filter(({ clauses, findings }) =>
    findings.some(({ clause }) => clauses.includes(clause)),
  );
  /** `named`: of those killed, how many reports name a clause that is broken. */
  return { mutants: all.length, killed: killed.length, named: named.length };
}

/**
 * Adds mutants and controls that were judged after the whole run, each just once. The median of the smallest
 * requests stays that of the whole run.
 * @throws {Error} if one is in the score already, or is neither.
 */
export function addUp(score: WholeScore, judged: readonly JudgedSubject[]): WholeScore {
  const { addedSince = [], controls } = score;
  const isWrong = ({ id, kind }: JudgedSubject) => !addable.includes(kind) || addedSince.includes(id);
  const wrong = judged.find(isWrong);
  if (wrong !== undefined)
    throw new Error(`${wrong.id} is a ${wrong.kind}, or was added before: take the whole score instead`);
  const added = sumUp(judged);
  const classes = Object.entries(added.classes).map(([name, count]) => {
    const before = score.classes[name];
    return [name, before === undefined ? count : sum(before, count)];
  });
  return {
    ...score,
    mutants: sum(score.mutants, added.mutants),
    classes: { ...score.classes, ...Object.fromEntries(classes) },
    assumed: sum(score.assumed, added.assumed),
    controls: {
      count: controls.count + added.controls.count,
      falseAlarms: [...controls.falseAlarms, ...added.controls.falseAlarms],
    },
    phases: Object.fromEntries(
      Object.entries(score.phases).map(([phase, before]) => [phase, sumOfPhase(before, added.phases[phase])]),
    ),
    survivors: [...score.survivors, ...added.survivors],
    addedSince: [...addedSince, ...judged.map(({ id }) => id)].toSorted(),
  };
}

const addable: readonly JudgedSubject['kind'][] = ['mutant', 'assumed', 'control'];

function sum(one: ClassScore, other: ClassScore): ClassScore {
  return {
    mutants: one.mutants + other.mutants,
    killed: one.killed + other.killed,
    named: one.named + other.named,
  };
}

function sumOfPhase(before: PhaseScore, added: PhaseScore | undefined): PhaseScore {
  if (added === undefined) return before;
  return { kills: before.kills + added.kills, alone: [...before.alone, ...added.alone].toSorted() };
}

/** Everything that results/score.json has. */
export interface WholeScore extends Score {
  readonly speed: Awaited<ReturnType<typeof measureSpeed>>;
  readonly casesPerSecond: number;
  /**
   * The mutants that the other tools judged, and how many of those we killed; absent before they were asked.
   */
  readonly sample?: Sample;
  readonly peers?: readonly PeerScore[];
  /** Mutants and controls that were judged after the whole run. */
  readonly addedSince?: readonly string[];
}

interface Sample {
  readonly seed: number;
  /** Number of mutants that the sample was drawn from. */
  readonly of: number;
  readonly ids: readonly string[];
  readonly killed: number;
  /** The other tools judged them in a run before. */
  readonly isEarlier?: boolean;
}
