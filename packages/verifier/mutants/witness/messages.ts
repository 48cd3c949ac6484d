import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { entriesOf, historyPath } from '../changes.ts';
import type { JsonObject } from '../proxy/wire.ts';
import { chat, scheduling, text } from './requests.ts';
import type { Asked, Bench, Witness } from './witness.ts';
import { bodyOf, seeing, written } from './witness.ts';

/** A question to the message history. */
export function asking(filter: JsonObject, key = 'demo-key'): Asked {
  return { ...scheduling({}, { 'x-api-key': key }), path: historyPath, body: filter };
}

interface Sent {
  readonly requestId: string;
  readonly messageId: number;
  /** Only messages of this witness went there. */
  readonly address: string;
}

/** Schedules messages to one address; returns the last one. */
async function sendTo(bench: Bench, address: string, messages = 1): Promise<Sent> {
  const requestId = randomUUID();
  const subscriberFilter = { address, type: 'PHONE' };
  await bench.send(chat(text(), { requestId, subscriberFilter, comment: 'order 1234' }));
  if (messages > 1) return sendTo(bench, address, messages - 1);
  const [entry] = entriesOf(bodyOf(await bench.send(asking({ requestId }))));
  return { requestId, address, messageId: Number(entry?.messageId) };
}

const freshAddress = () => `+4420${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

/** Reads from a page what the witness compares. */
type Lens = (page: JsonObject, sent: Sent) => string;

export const size: Lens = (page) => String(entriesOf(page).length);
export const more: Lens = ({ hasNext }) => written(hasNext);
export const whichFirst: Lens = (page, { messageId }) =>
  entriesOf(page)[0]?.messageId === messageId ? 'the newer' : 'the older';
const first =
  (member: string): Lens =>
  (page) =>
    written(entriesOf(page)[0]?.[member]);

type Seen = readonly [lens: Lens, plain: string, changed: string];

/** Sends messages to one new address, and asks with that filter. */
export function asked(
  messages: number,
  filter: (sent: Sent) => JsonObject,
  seen: Seen,
  key?: string,
): Witness {
  const [lens, plain, changed] = seen;
  const observe = async (bench: Bench) => {
    const sent = await sendTo(bench, freshAddress(), messages);
    return lens(bodyOf(await bench.send(asking(filter(sent), key))), sent);
  };
  return seeing(observe, plain, changed);
}

/** Sends one message, and asks for it, with a further filter. */
export function own(seen: Seen, filter: JsonObject = {}): Witness {
  return asked(1, ({ requestId }) => ({ requestId, ...filter }), seen);
}

/** Sends two messages, and asks for both by their address, with a further filter. */
export function both(seen: Seen, filter: JsonObject = {}): Witness {
  return asked(2, (sent) => ({ ...toAddress(sent), ...filter }), seen);
}

export const toAddress = ({ address }: Sent) => ({ subscriberFilter: { address, type: 'PHONE' } });
export const time = (difference: number) => new Date(Date.now() + difference).toISOString();
export const sort = (direction: string) => [{ property: 'messageId', direction }];

/** A filter that excludes the message, but finds it. */
export function finds(filter: JsonObject): Witness {
  return own([size, '0', '1'], filter);
}

/** The entry of a message, with this member. */
export function has(member: string, plain: string, changed: string): Witness {
  return own([first(member), plain, changed]);
}

/** What another account finds of a message. */
export function foundByOther(filter: (sent: Sent) => JsonObject): Witness {
  return asked(1, filter, [size, '0', '1'], 'other-key');
}

/** Of a message to a number that cannot be delivered to, once the history tells it. */
export function undelivered(plain: string, changed: string): Witness {
  const observe = async (bench: Bench): Promise<string> => {
    const { requestId } = await sendTo(bench, '+12025550101');
    for (;;) {
      const [entry] = entriesOf(bodyOf(await bench.send(asking({ requestId }))));
      const { deliveryStatus, error } = entry ?? {};
      if (deliveryStatus === 'UNDELIVERED' || typeof error === 'string')
        return `${written(deliveryStatus)} ${written(error)}`;
      await wait(200);
    }
  };
  return seeing(observe, plain, changed);
}
