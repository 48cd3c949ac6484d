import { Webhook } from 'standardwebhooks';
import { verdictOf } from '../../oracle/fault.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { lacking } from '../../scenario/unavailable.ts';
import { skip } from '../phase-context.ts';
import type { CallbackContext } from './callback-context.ts';
import type { Received } from './start-receiver.ts';

/** Verifies every received callback with the Standard Webhooks library (ADR-0017). */
export function judgeSignatures(context: CallbackContext, scenario: Scenario): void {
  const { callback, receiver, recorder } = context;
  const { secret } = callback;
  if (secret === undefined || receiver.received.length === 0) {
    skip(context, scenario, secret === undefined ? lacking('/callback/secret') : 'no callback came');
    return;
  }
  const webhook = new Webhook(secret);
  const wrong = receiver.received.flatMap((received) => {
    const why = whyWrong(webhook, received);
    return why === undefined ? [] : [why];
  });
  const [first] = wrong;
  const fault = {
    check: 'callback',
    severity: 'error',
    expected: 'a signature that verifies with callback.secret (Standard Webhooks)',
    actual: first ?? '',
  } as const;
  recorder.record({ scenario, verdict: verdictOf(first === undefined ? [] : [fault]) });
}

function whyWrong(webhook: Webhook, { body, headers }: Received): string | undefined {
  try {
    webhook.verify(body, headers);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
