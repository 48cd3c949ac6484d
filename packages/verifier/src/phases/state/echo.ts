import { isObject, parseJson } from '../../json.ts';
import type { AnswerFault } from '../../oracle/fault.ts';
import { verdictOf } from '../../oracle/fault.ts';
import { judgeAnswer } from '../../oracle/judge-answer.ts';
import { buildCase } from '../../scenario/build-case.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { PhaseContext } from '../phase-context.ts';
import { requireCase } from '../try-case.ts';

/** An accepted request, and what the success looks like (ADR-0001); the source shows none of it. */
export async function echo(context: PhaseContext, scenario: Scenario): Promise<void> {
  const { profile, target, recorder } = context;
  const built = requireCase(context, scenario, buildCase(profile, scenario));
  if (built === undefined) return;
  const { request, requestId, expectation, cascade } = built;
  const outcome = await target.send(request);
  const verdict = judgeAnswer(expectation, outcome, cascade);
  if (verdict.kind !== 'match' || 'none' in outcome) return recorder.record({ scenario, request, verdict });
  const { status, headers, text } = outcome;
  const body = parseJson(text);
  const type = headers['content-type'] ?? 'no media type';
  const isEcho = isObject(body) && body.requestId === requestId;
  const isAsAssumed = status === 200 && /^application\/json *(;|$)/i.test(type) && isEcho;
  const fault: AnswerFault = {
    check: 'response-schema-conformance',
    severity: 'error',
    expected: `200, application/json, {"requestId":"${requestId}"} (ADR-0001)`,
    actual: `${status}, ${type}, ${text}`,
  };
  recorder.record({ scenario, request, verdict: verdictOf(isAsAssumed ? [] : [fault]) });
}
