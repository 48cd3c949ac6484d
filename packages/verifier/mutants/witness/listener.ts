import { randomUUID } from 'node:crypto';
import type { KnownUndeliveredReason } from '@cascade/types';
import { demoAddressOf } from '@cascade/types/demo-numbers';
import { Webhook } from 'standardwebhooks';
import { chattwo, scheduling, sms, text } from './requests.ts';
import type { Asked, SeenCallback } from './witness.ts';

/** A message whose outcome is reported; with the default address it is delivered. */
export function listenerMessage(
  address = '+12025550199',
  channel: 'SMS' | 'CHATTWO' = 'CHATTWO',
  words: string = randomUUID(),
): Asked {
  const said = text({ text: words });
  const content = channel === 'SMS' ? { smsContent: said } : { chattwoContent: said };
  const cascadeId = channel === 'SMS' ? sms : chattwo;
  return scheduling({ cascadeId, subscriberFilter: { address, type: 'PHONE' }, content });
}

/** A message that ends with the reason: the simulated gateway has a number for each (ADR-0038). */
export function provoking(reason: KnownUndeliveredReason, channel: 'SMS' | 'CHATTWO' = 'CHATTWO'): Asked {
  return listenerMessage(demoAddressOf(reason), channel);
}

/** The longest SMS of the service behind the witnesses. */
export const lengthLimit = 160;

/** Signs the callbacks of the listening accounts. */
export const callbackSecret = `whsec_${Buffer.from('a secret for the tests only').toString('base64')}`;

/** Whether the Standard Webhooks library accepts the signature. */
export function isSignedRightly({ headers, text: body }: SeenCallback): boolean {
  try {
    new Webhook(callbackSecret).verify(body, { ...headers });
    return true;
  } catch {
    return false;
  }
}
