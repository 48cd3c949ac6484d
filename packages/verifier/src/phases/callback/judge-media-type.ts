import { verdictOf } from '../../oracle/fault.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { skip } from '../phase-context.ts';
import type { CallbackContext } from './callback-context.ts';

/**
 * A callback with a JSON body should say so (RFC 9110 §8.3): many receivers read the body of no other type. The source
 * does not show the payload, so it is a hint.
 */
export function judgeMediaType(context: CallbackContext, scenario: Scenario): void {
  const { received } = context.receiver;
  if (received.length === 0) {
    skip(context, scenario, 'no callback came');
    return;
  }
  const other = received.find(({ headers }) => !isJson(headers['content-type']));
  const fault = {
    check: 'callback',
    clause: '6/payload',
    severity: 'hint',
    rests: 'RFC 9110 §8.3, ADR-0015',
    expected: 'callbacks with content-type: application/json',
    actual: other?.headers['content-type'] ?? 'no content-type',
  } as const;
  context.recorder.record({ scenario, verdict: verdictOf(other === undefined ? [] : [fault]) });
}

function isJson(type = ''): boolean {
  return /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(type);
}
