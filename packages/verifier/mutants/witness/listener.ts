import { undeliveredReasons } from '@cascade/types';
import { Webhook } from 'standardwebhooks';
import { chattwo, scheduling, sms, text } from './requests.ts';
import type { Asked, SeenCallback } from './witness.ts';

/** A message whose outcome is reported; with the default address it is delivered. */
export function listenerMessage(address = '+12025550199', channel: 'SMS' | 'CHATTWO' = 'CHATTWO'): Asked {
  const content = channel === 'SMS' ? { smsContent: text() } : { chattwoContent: text() };
  const cascadeId = channel === 'SMS' ? sms : chattwo;
  return scheduling({ cascadeId, subscriberFilter: { address, type: 'PHONE' }, content });
}

/** A message that ends with the reason: the simulated gateway has a number for each, in the order of §7.4. */
export function provoking(reason: string, channel: 'SMS' | 'CHATTWO' = 'CHATTWO'): Asked {
  const reasons: readonly string[] = undeliveredReasons();
  const at = reasons.indexOf(reason);
  return listenerMessage(`+1202555${String(101 + at).padStart(4, '0')}`, channel);
}

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
