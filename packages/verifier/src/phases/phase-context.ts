import { defined } from '../defined.ts';
import type { ShapeWatch } from '../description/watch-shapes.ts';
import type { Target } from '../exchange/create-target.ts';
import {
  type AnswerOrNone,
  type HttpRequest,
  isAccepted,
  type TargetAnswer,
} from '../exchange/http-request.ts';
import { OutageError } from '../exchange/watch-for-outages.ts';
import type { Profile } from '../generated/profile.ts';
import { inconclusive, type Verdict } from '../oracle/fault.ts';
import { judgeAnswer } from '../oracle/judge-answer.ts';
import type { Recorder } from '../report/recorder.ts';
import { buildCase, type Case } from '../scenario/build-case.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { isUnavailable, type Unavailable } from '../scenario/unavailable.ts';
import type { CallbackInbox } from './callback/callback-inbox.ts';

/** What every phase needs. */
export interface PhaseContext {
  readonly profile: Profile;
  readonly target: Target;
  /** The scenarios of the phase. */
  readonly scenarios: readonly Scenario[];
  /** All scenarios that the provider is held to, for phases that combine them. */
  readonly library: readonly Scenario[];
  readonly recorder: Recorder;
  /** What answers and callbacks of the run look like. */
  readonly shapes: Pick<ShapeWatch, 'attemptsAt' | 'noteCallback' | 'judgePayload'>;
  /** The first request of the run, if it was accepted: its id is used for good. */
  readonly first?: Case;
  /** Accepted before the first phase, for a scenario that needs a message of some age. */
  readonly older?: Case & { readonly sentAt: number };
  /** Receives the callbacks of the run; absent if it cannot listen. */
  readonly inbox?: CallbackInbox;
  /** Accepted by the provider before connections to it broke. */
  readonly beforeBreaks: ReadonlySet<HttpRequest>;
  /** Restarts the provider and waits until it accepts again. @throws {Error} if it does not. */
  readonly restart?: () => Promise<void>;
  readonly seed: number;
  /** Many more property cases, and slow checks. */
  readonly deep: boolean;
  /** Fewer property cases. */
  readonly fast: boolean;
}

export type RunPhase = (context: PhaseContext) => Promise<void>;

/** A scenario that is being tried. What keeps it from a verdict ends it: see {@link Ended}. */
export interface Trial extends PhaseContext {
  readonly scenario: Scenario;
  /**
   * The request of the scenario, with these parts of it changed. @throws {Ended} with what the profile lacks
   * for it.
   */
  build(changed?: Partial<Scenario>, requestId?: string): Case;
  record(verdict: Verdict, request?: HttpRequest): void;
  /** Sends the request of a case, and records the verdict on its answer. */
  judge(built: Case): Promise<void>;
  /** Sends a request that breaks no rule. @throws {Ended} if it is not accepted; then this is why. */
  accepted(built: Case, why: string): Promise<TargetAnswer>;
}

/**
 * Thrown by what tries a scenario, with the verdict on it: an expected end, as of a test that skips itself.
 */
export class Ended extends Error {
  readonly verdict: Verdict;
  readonly request: HttpRequest | undefined;

  constructor(verdict: Verdict, request?: HttpRequest) {
    super('the trial of the scenario has ended');
    this.name = 'Ended';
    this.verdict = verdict;
    this.request = request;
  }
}

/** The end of a trial that says nothing of the provider. */
export function untried(why: string | Unavailable): Ended {
  return new Ended(inconclusive(why));
}

/**
 * The end of a trial whose first request, which breaks no rule, was not accepted. A provider may refuse it
 * for reasons of its own; a failure (5xx) is a fault of the provider.
 */
export function refused({ request, cascade }: Case, outcome: AnswerOrNone, why: string): Ended {
  const isFailure = !('none' in outcome) && outcome.status >= 500;
  const verdict = isFailure ? judgeAnswer({ accepted: true }, outcome, cascade) : undefined;
  if (verdict?.kind !== 'mismatch') return untried(why);
  // Whatever the scenario is about, this is about the request before it.
  const clause = '1/one-request-per-message';
  const faults = verdict.faults.map((fault) => ({ clause, cause: 'failure', ...fault }));
  return new Ended({ kind: 'mismatch', faults }, request);
}

/** What is there, or the end of the trial. @throws {Ended} */
export function available<Made extends object>(made: Made | Unavailable): Made {
  if (isUnavailable(made)) throw untried(made);
  return made;
}

function trialOf<Context extends PhaseContext>(context: Context, scenario: Scenario): Context & Trial {
  const { profile, target, recorder } = context;
  const record: Trial['record'] = (verdict, request) =>
    recorder.record({ scenario, verdict, ...defined({ request }) });
  return {
    ...context,
    scenario,
    record,
    build: (changed = {}, requestId) => available(buildCase(profile, { ...scenario, ...changed }, requestId)),
    async judge(built) {
      const { request, expectation, cascade } = built;
      const verdict = judgeAnswer(expectation, await target.send(request), cascade);
      record(verdict, request);
      const open = unnamedStages(built);
      if (open !== undefined && verdict.kind === 'match') record(inconclusive(open));
    },
    async accepted(built, why) {
      const outcome = await target.send(built.request);
      if ('none' in outcome || !isAccepted(outcome)) throw refused(built, outcome, why);
      return outcome;
    },
  };
}

/** What a match leaves open: a violation names a stage by a UUID, which only the profile can tell (§7.3). */
function unnamedStages({ expectation: { violations }, cascade }: Case): string | undefined {
  const missing = violations?.missing ?? [];
  const isUnnamed = cascade.stages.some(
    ({ channel, uuid }) => missing.includes(channel) && uuid === undefined,
  );
  return isUnnamed
    ? `the profile has no uuid of each stage of the cascade ${cascade.id}, so whether violations name the right stage was not judged`
    : undefined;
}

/** Tries a scenario, and records the verdict that ends it, if one does. Resolves with what the work does. */
export async function tryScenario<Context extends PhaseContext, Result>(
  context: Context,
  scenario: Scenario,
  work: (trial: Context & Trial) => Result | Promise<Result>,
): Promise<Result | undefined> {
  const trial = trialOf(context, scenario);
  try {
    return await work(trial);
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    trial.record(error.verdict, error.request);
    return undefined;
  }
}

/** The same; an outage of the provider meanwhile ends the trial as well. */
export async function unlessOut(
  context: PhaseContext,
  scenario: Scenario,
  work: (trial: Trial) => Promise<void>,
): Promise<void> {
  await tryScenario(context, scenario, (trial) =>
    work(trial).catch((error: unknown) => {
      throw error instanceof OutageError ? untried(error.message) : error;
    }),
  );
}

/** Records that a scenario could not be tried. */
export function skip({ recorder }: PhaseContext, scenario: Scenario, why: string | Unavailable): void {
  recorder.record({ scenario, verdict: inconclusive(why) });
}
