import { defined } from '../defined.ts';
import type { ShapeWatch } from '../description/watch-shapes.ts';
import type { Target } from '../exchange/create-target.ts';
import type { AnswerOrNone, HttpRequest } from '../exchange/http-request.ts';
import { OutageError } from '../exchange/watch-for-outages.ts';
import type { Profile } from '../generated/profile.ts';
import { judgeAnswer } from '../oracle/judge-answer.ts';
import type { Recorder } from '../report/recorder.ts';
import type { Case } from '../scenario/build-case.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { isUnavailable, type Unavailable } from '../scenario/unavailable.ts';

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
  readonly shapes: Pick<ShapeWatch, 'attemptsAt' | 'noteCallback'>;
  /** The first request of the run, if it was accepted: its id is used for good. */
  readonly first?: Case;
  /** Accepted before the first phase, for a scenario that needs a message of some age. */
  readonly older?: Case & { readonly sentAt: number };
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

/** Records that a scenario could not be tried. */
export function skip({ recorder }: PhaseContext, scenario: Scenario, why: string | Unavailable): void {
  const { unavailable, lacks }: Unavailable = typeof why === 'string' ? { unavailable: why } : why;
  recorder.record({
    scenario,
    verdict: { kind: 'inconclusive', why: unavailable, ...defined({ lacks }) },
  });
}

/**
 * Records that the first request of a scenario, which breaks no rule, was not accepted. A provider may refuse it for reasons
 * of its own; a failure (5xx) is a fault of the provider.
 */
export function recordRefusal(
  context: PhaseContext,
  scenario: Scenario,
  { request, cascade }: Case,
  outcome: AnswerOrNone,
  why: string,
): void {
  const isFailure = !('none' in outcome) && outcome.status >= 500;
  const verdict = isFailure ? judgeAnswer({ accepted: true }, outcome, cascade) : undefined;
  if (verdict?.kind !== 'mismatch') {
    skip(context, scenario, why);
    return;
  }
  // Whatever the scenario is about, this is about the request before it.
  const clause = '1/one-request-per-message';
  const faults = verdict.faults.map((fault) => ({ clause, cause: 'failure', ...fault }));
  context.recorder.record({ scenario, request, verdict: { kind: 'mismatch', faults } });
}

/** The case, or undefined after recording what the profile lacks for it. */
export function requireCase(
  context: PhaseContext,
  scenario: Scenario,
  built: Case | Unavailable,
): Case | undefined {
  if (!isUnavailable(built)) return built;
  skip(context, scenario, built);
  return undefined;
}

/** Sends the request of a case and records the verdict on its answer, or what the profile lacks for it. */
export async function tryCase(
  context: PhaseContext,
  scenario: Scenario,
  built: Case | Unavailable,
): Promise<void> {
  const found = requireCase(context, scenario, built);
  if (found === undefined) return;
  const { request, expectation, cascade } = found;
  const outcome = await context.target.send(request);
  context.recorder.record({ scenario, request, verdict: judgeAnswer(expectation, outcome, cascade) });
}

/** Does the work for a scenario, and records that it could not be tried if an outage of the provider came in between. */
export async function unlessOut(
  context: PhaseContext,
  scenario: Scenario,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof OutageError)) throw error;
    skip(context, scenario, error.message);
  }
}
