import type { AnswerFault } from '../../oracle/fault.ts';
import { verdictOf } from '../../oracle/fault.ts';
import { judgeAnswer } from '../../oracle/judge-answer.ts';
import { buildCase } from '../../scenario/build-case.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { PhaseContext } from '../phase-context.ts';
import { requireCase, tryCase } from '../try-case.ts';
import { isAccepted } from './is-accepted.ts';

/** The same request many times at once: one is accepted, the others are refused as the scenario says (§2.1). */
export async function oneOfMany(context: PhaseContext, scenario: Scenario): Promise<void> {
  const built = requireCase(context, scenario, buildCase(context.profile, scenario));
  if (built === undefined) return;
  const { request, expectation, cascade } = built;
  const times = scenario.given.times ?? 50;
  const outcomes = await Promise.all(Array.from({ length: times }, () => context.target.send(request)));
  const accepted = outcomes.filter(isAccepted).length;
  const faults = outcomes
    .filter((outcome) => !isAccepted(outcome))
    .map((outcome) => judgeAnswer(expectation, outcome, cascade))
    .flatMap((verdict) => (verdict.kind === 'mismatch' ? verdict.faults : []));
  const count: readonly AnswerFault[] =
    accepted === 1
      ? []
      : [
          {
            check: 'state',
            severity: 'error',
            expected: `1 of ${times} accepted`,
            actual: `${accepted} of ${times} accepted`,
          },
        ];
  context.recorder.record({ scenario, request, verdict: verdictOf([...count, ...faults]) });
}

/** Many different requests at once: each is judged for itself. */
export async function manyAtOnce(context: PhaseContext, scenario: Scenario): Promise<void> {
  const make = () => buildCase(context.profile, scenario);
  if (requireCase(context, scenario, make()) === undefined) return;
  const cases = Array.from({ length: scenario.given.times ?? 50 }, make);
  await Promise.all(cases.map((each) => tryCase(context, scenario, each)));
}
