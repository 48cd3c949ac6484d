import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { answers, entries, entriesOf, filters, historyPath, ignores, leaks, pages } from '../changes.ts';
import type { Mutant } from '../mutant.ts';
import {
  codeOf,
  isAccepted,
  isObject,
  type JsonObject,
  readObject,
  requestBody,
  without,
  withRequestBody,
} from '../proxy/wire.ts';
import { chat, scheduling, text } from '../witness/requests.ts';
import {
  type Bench,
  bodyOf,
  type SentRequest,
  seeing,
  verdict,
  type Witness,
  written,
} from '../witness/witness.ts';
import { mutantsOf } from './mutants-of.ts';

/** A question to the message history. */
function asking(filter: JsonObject, key = 'demo-key'): SentRequest {
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

const size: Lens = (page) => String(entriesOf(page).length);
const more: Lens = ({ hasNext }) => written(hasNext);
const whichFirst: Lens = (page, { messageId }) =>
  entriesOf(page)[0]?.messageId === messageId ? 'the newer' : 'the older';
const first =
  (member: string): Lens =>
  (page) =>
    written(entriesOf(page)[0]?.[member]);

type Comparison = readonly [lens: Lens, plain: string, changed: string];

/** Sends messages to one new address, and asks with that filter. */
function asked(
  messages: number,
  filter: (sent: Sent) => JsonObject,
  seen: Comparison,
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
function own(seen: Comparison, filter: JsonObject = {}): Witness {
  return asked(1, ({ requestId }) => ({ requestId, ...filter }), seen);
}

/** Sends two messages, and asks for both by their address, with a further filter. */
function both(seen: Comparison, filter: JsonObject = {}): Witness {
  return asked(2, (sent) => ({ ...toAddress(sent), ...filter }), seen);
}

const toAddress = ({ address }: Sent) => ({ subscriberFilter: { address, type: 'PHONE' } });
const time = (difference: number) => new Date(Date.now() + difference).toISOString();
const sort = (direction: string) => [{ property: 'messageId', direction }];

/** A filter that excludes the message, but finds it. */
function finds(filter: JsonObject): Witness {
  return own([size, '0', '1'], filter);
}

/** The entry of a message, with this member. */
function has(member: string, plain: string, changed: string): Witness {
  return own([first(member), plain, changed]);
}

/** What another account finds of a message. */
function foundByOther(filter: (sent: Sent) => JsonObject): Witness {
  return asked(1, filter, [size, '0', '1'], 'other-key');
}

/** Of a message to a number that cannot be delivered to, once the history tells it. */
function undelivered(plain: string, changed: string): Witness {
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

/** That a message can be asked for is ADR-0035. */
const history = mutantsOf({ class: 'fixture', prefix: 'history', cites: '6/payload, ADR-0035' });

const day = 86_400_000;

const refusesNothing = (filter: JsonObject): JsonObject =>
  Number(filter.limit) > 1_000 ? { ...filter, limit: 1_000 } : filter;

const turnedRound = ({ dateFrom, dateTo, ...filter }: JsonObject): JsonObject => {
  const dates = [dateFrom, dateTo].filter((date) => typeof date === 'string').toSorted();
  const [from, to] = dates;
  if (from !== undefined && to !== undefined) return { ...filter, dateFrom: from, dateTo: to };
  return {
    ...filter,
    ...(dateFrom === undefined ? {} : { dateFrom }),
    ...(dateTo === undefined ? {} : { dateTo }),
  };
};

/** Wrong filters, pages and readers of the message history (ADR-0035). */
export const messageHistoryMutants: readonly Mutant[] = [
  history`ignores-request-id: Returns the latest messages, whatever requestId is asked for`(
    ignores('requestId'),
    asked(1, () => ({ requestId: randomUUID(), limit: 1 }), [size, '0', '1']),
  ),
  history`ignores-message-id: Ignores messageId`(ignores('messageId'), finds({ messageId: 1e15 })),
  history`unknown-message-id-gives-latest: Returns the latest messages for an unknown messageId`(
    answers(async (answer, call, { ask }) => {
      const isMeant = call.path === historyPath && 'messageId' in requestBody(call) && isAccepted(answer);
      if (!isMeant || entriesOf(readObject(answer.body) ?? {}).length > 0) return answer;
      return ask(withRequestBody(call, without(requestBody(call), 'messageId')));
    }),
    finds({ messageId: 1e15 }),
  ),
  history`ignores-address: Ignores subscriberFilter`(
    ignores('subscriberFilter'),
    finds({ subscriberFilter: { address: '+12025550142', type: 'PHONE' } }),
  ),
  history`ignores-channels: Ignores channelTypes`(ignores('channelTypes'), finds({ channelTypes: ['SMS'] })),
  history`no-channels-find-nothing: Finds nothing if channelTypes is empty`(
    pages((page, { channelTypes }) =>
      Array.isArray(channelTypes) && channelTypes.length === 0 ? { hasNext: false, content: [] } : page,
    ),
    own([size, '1', '0'], { channelTypes: [] }),
  ),
  history`ignores-subject: Ignores subjectId`(ignores('subjectId'), finds({ subjectId: 4_711 })),
  history`ignores-direction: Ignores direction`(ignores('direction'), finds({ direction: 'IN' })),
  history`ignores-date-from: Ignores dateFrom`(ignores('dateFrom'), finds({ dateFrom: time(day) })),
  history`ignores-date-to: Ignores dateTo`(ignores('dateTo'), finds({ dateTo: time(-day) })),
  history`dates-turned-round: Exchanges a dateFrom after dateTo instead of refusing it`(
    filters(turnedRound),
    seeing(
      async (bench) => verdict(await bench.send(asking({ dateFrom: time(day), dateTo: time(-day) }))),
      '400 matched-template-not-found',
      'accepted',
    ),
  ),
  history`ignores-sort: Returns the newest message first, although the oldest was asked for`(
    ignores('sort'),
    both([whichFirst, 'the older', 'the newer'], { sort: sort('ASC') }),
  ),
  history`oldest-first: Returns the oldest message first, without being asked to`(
    filters((filter) => ({ sort: sort('ASC'), ...filter })),
    both([whichFirst, 'the newer', 'the older']),
  ),
  history`ignores-limit: Ignores a limit up to 1,000`(
    filters((filter) => (Number(filter.limit) > 1_000 ? filter : without(filter, 'limit'))),
    both([size, '1', '2'], { limit: 1 }),
  ),
  history`any-limit: Accepts a limit above 1,000`(
    filters(refusesNothing),
    seeing(
      async (bench) => verdict(await bench.send(asking({ limit: 1_001 }))),
      '400 matched-template-not-found',
      'accepted',
    ),
  ),
  history`ignores-offset: Ignores offset`(ignores('offset'), both([size, '1', '2'], { offset: 1 })),
  history`never-next: Says hasNext false with messages to come`(
    pages((page) => ({ ...page, hasNext: false })),
    both([more, 'true', 'false'], { limit: 1 }),
  ),
  history`always-next: Says hasNext true after the last message`(
    pages((page) => ({ ...page, hasNext: true })),
    own([more, 'false', 'true']),
  ),
  history`full-page-has-next: Takes a full page for one with others to come`(
    pages((page, { limit = 100 }) => ({ ...page, hasNext: entriesOf(page).length === limit })),
    own([more, 'false', 'true'], { limit: 1 }),
  ),
  history`leaks-by-request-id: Shows a message to another account that asks by requestId`(
    leaks(({ requestId }) => requestId !== undefined),
    foundByOther(({ requestId }) => ({ requestId })),
  ),
  history`leaks-by-message-id: Shows a message to another account that asks by messageId`(
    leaks(({ messageId }) => messageId !== undefined),
    foundByOther(({ messageId }) => ({ messageId })),
  ),
  history`leaks-by-address: Shows the messages to an address to other accounts`(
    leaks(({ subscriberFilter }) => subscriberFilter !== undefined),
    foundByOther(toAddress),
  ),
  history`refuses-no-match: Refuses a filter that matches nothing`(
    answers((answer, { path }, state) => {
      const isMeant = path === historyPath && codeOf(answer) === undefined;
      return isMeant && entriesOf(readObject(answer.body) ?? {}).length === 0
        ? state.refuse(404, 'not-found')
        : answer;
    }),
    seeing(
      async (bench) => verdict(await bench.send(asking({ requestId: randomUUID() }))),
      'accepted',
      '404 not-found',
    ),
  ),
];

/** Wrong entries in the message history (ADR-0035). */
export const historyEntryMutants: readonly Mutant[] = [
  history`incoming: Calls every message an incoming one`(
    entries((entry) => ({ ...entry, direction: 'IN' })),
    has('direction', '"OUT"', '"IN"'),
  ),
  history`without-message-id: Leaves messageId out`(
    entries((entry) => without(entry, 'messageId')),
    own([(page) => typeof entriesOf(page)[0]?.messageId, 'number', 'undefined']),
  ),
  history`without-request-id: Leaves requestId out`(
    entries((entry) => without(entry, 'requestId')),
    own([(page) => typeof entriesOf(page)[0]?.requestId, 'string', 'undefined']),
  ),
  history`without-status: Leaves deliveryStatus out`(
    entries((entry) => without(entry, 'deliveryStatus')),
    own([(page) => typeof entriesOf(page)[0]?.deliveryStatus, 'string', 'undefined']),
  ),
  history`without-comment: Loses the comment of a message`(
    entries((entry) => ({ ...entry, comment: null })),
    has('comment', '"order 1234"', 'null'),
  ),
  history`other-channel: Calls every stage one of SMS`(
    entries((entry) => ({ ...entry, channelType: 'SMS' })),
    has('channelType', '"CHATTWO"', '"SMS"'),
  ),
  history`cascade-id-as-text: Writes cascadeId as text`(
    entries((entry) => ({ ...entry, cascadeId: String(entry.cascadeId) })),
    has('cascadeId', '4010', '"4010"'),
  ),
  history`address-masked: Masks the address`(
    entries((entry) => ({ ...entry, address: '+44***' })),
    own([(page, { address }) => String(entriesOf(page)[0]?.address === address), 'true', 'false']),
  ),
  history`content-of-template: Returns another text than was sent`(
    entries((entry) => ({ ...entry, content: { contentType: 'TEXT', text: 'Text' } })),
    own([
      (page) => {
        const content = entriesOf(page)[0]?.content;
        return isObject(content) && content.text === 'Text' ? 'another' : 'what was sent';
      },
      'what was sent',
      'another',
    ]),
  ),
  history`status-stays: Says ENQUEUED although the message has failed`(
    entries((entry) => ({ ...entry, deliveryStatus: 'ENQUEUED' })),
    undelivered('"UNDELIVERED" "not-chattwo-user"', '"ENQUEUED" "not-chattwo-user"'),
  ),
  history`undelivered-as-failed: Says FAILED instead of UNDELIVERED`(
    entries((entry) =>
      entry.deliveryStatus === 'UNDELIVERED' ? { ...entry, deliveryStatus: 'FAILED' } : entry,
    ),
    undelivered('"UNDELIVERED" "not-chattwo-user"', '"FAILED" "not-chattwo-user"'),
  ),
  history`without-reason: Leaves the reason of an undelivered message out`(
    entries((entry) => ({ ...entry, error: null })),
    undelivered('"UNDELIVERED" "not-chattwo-user"', '"UNDELIVERED" null'),
  ),
];
