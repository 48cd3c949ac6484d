import { isObject, parseJson } from '../../json.ts';
import { verdictOf } from '../../oracle/fault.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { skip } from '../phase-context.ts';
import type { CallbackContext } from './callback-context.ts';

/**
 * `statusAt` must rise strictly from one status of a stage to the next (ADR-0037). Callbacks may still arrive in
 * another order (ADR-0018), so two statuses at one instant are a hint, and the order of arrival is not judged.
 */
export function judgeOrderOfEvents(context: CallbackContext, scenario: Scenario): void {
  const seen = new Map<string, string>();
  let compared = 0;
  for (const { body } of context.receiver.received) {
    const event = parseJson(body);
    if (!isObject(event)) continue;
    const { requestId, messageId, cascadeStageUUID, channelType, status, statusAt } = event;
    const at = Date.parse(String(statusAt));
    if (Number.isNaN(at)) continue;
    const instant = JSON.stringify([requestId, messageId, cascadeStageUUID, channelType, at]);
    const other = seen.get(instant);
    seen.set(instant, String(status));
    compared += 1;
    if (other === undefined || other === status) continue;
    const fault = {
      check: 'callback',
      clause: '6/payload',
      severity: 'hint',
      rests: 'ADR-0037',
      expected: 'a statusAt that rises from one status of a stage to the next',
      actual: `${other} and ${String(status)} of the message ${String(requestId)} both at ${String(statusAt)}`,
    } as const;
    context.recorder.record({ scenario, verdict: verdictOf([fault]) });
    return;
  }
  if (compared < 2) skip(context, scenario, 'fewer than two callbacks with a statusAt came');
  else context.recorder.record({ scenario, verdict: { kind: 'match' } });
}
