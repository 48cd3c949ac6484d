import { sendingBy, type Target } from '../exchange/create-target.ts';
import { type HttpRequest, isOfProxy, type TargetAnswer } from '../exchange/http-request.ts';
import { type AnswerFault, verdictOf } from '../oracle/fault.ts';
import type { ScenarioAttempt } from '../report/recorder.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { callbackScenario } from './described-scenarios.ts';
import { createShapeJudge, type Held } from './judge-answer-shape.ts';

/** What the answers and callbacks of a run look like, by the scenario that is about them. */
export type ShapeWatch = ReturnType<typeof watchShapes>;

interface ShapeCount {
  matches: number;
  readonly faults: Map<string, Pick<ScenarioAttempt, 'request'> & { readonly fault: AnswerFault }>;
}

export function watchShapes(target: Target, held: Held) {
  const judge = createShapeJudge(held);
  const seen = new Map<string, ShapeCount>();
  const note = (id: string, faults: readonly AnswerFault[], request?: HttpRequest) => {
    const known = seen.get(id) ?? { matches: 0, faults: new Map() };
    seen.set(id, known);
    if (faults.every(({ severity }) => severity === 'hint')) known.matches += 1;
    for (const fault of faults) {
      const key = `${fault.check} ${fault.clause} ${fault.expected}`;
      if (!known.faults.has(key))
        known.faults.set(key, { fault, ...(request === undefined ? {} : { request }) });
    }
  };
  return {
    /** The same target, whose every answer is judged by its shape. */
    target: sendingBy(target, async (request) => {
      const outcome = await target.send(request);
      if ('none' in outcome || isOfProxy(outcome)) return outcome;
      const verdict = judge.judgeAnswer(request, outcome);
      if (verdict !== undefined) note(verdict.scenario, verdict.faults, request);
      return outcome;
    }),
    judgePayload: judge.judgePayload,
    noteCallback: (callback: Pick<TargetAnswer, 'headers'> & { readonly body: string }) =>
      note(callbackScenario, judge.judgeCallback(callback)),
    /** One attempt for what fitted, and one for each distinct fault; none for what never came. */
    attemptsAt(scenario: Scenario): readonly ScenarioAttempt[] {
      const { matches = 0, faults = new Map() } = seen.get(scenario.id) ?? {};
      return [
        ...(matches === 0 ? [] : [{ scenario, verdict: { kind: 'match' }, times: matches } as const]),
        ...[...faults.values()].map(({ fault, request }) => ({
          scenario,
          verdict: verdictOf([fault]),
          ...(request === undefined ? {} : { request }),
        })),
      ];
    },
  };
}
