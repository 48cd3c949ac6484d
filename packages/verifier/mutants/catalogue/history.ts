import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { answers, entries, entriesOfPage, filters, historyPath, ignores, leaks, pages } from '../changes.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import {
  codeOf,
  isObject,
  isSuccessful,
  type JsonObject,
  readObject,
  requestBody,
  without,
  withRequestBody,
} from '../proxy/wire.ts';
import { chattwo, scheduling, textContent } from '../witness/requests.ts';
import {
  type Ask,
  type AskedRequest,
  type Bench,
  jsonBodyOf,
  type Procedure,
  seeing,
  written,
} from '../witness/witness.ts';

/** A question to the message history. */
function asking(filter: JsonObject, key = 'demo-key'): AskedRequest {
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
  const content = { chattwoContent: textContent() };
  const answer = await bench.send(
    scheduling({ requestId, cascadeId: chattwo, content, subscriberFilter, comment: 'order 1234' }),
  );
  // Else a service that is busy would seem to leak nothing.
  if (answer.status !== 200) throw new Error(`a message of the witness was refused: ${answer.text}`);
  if (messages > 1) return sendTo(bench, address, messages - 1);
  const [entry] = entriesOfPage(jsonBodyOf(await bench.send(asking({ requestId }))));
  return { requestId, address, messageId: Number(entry?.messageId) };
}

const freshAddress = () => `+4420${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

/** Reads from a page what the witness compares. */
type Look = (page: JsonObject, sent: Sent) => string;

const size: Look = (page) => String(entriesOfPage(page).length);
const more: Look = ({ hasNext }) => written(hasNext);
const whichFirst: Look = (page, { messageId }) =>
  entriesOfPage(page)[0]?.messageId === messageId ? 'the newer' : 'the older';

/** Sends messages to one new address, and asks with that filter. */
function find(messages: number, filter: (sent: Sent) => JsonObject, look: Look, key?: string): Procedure {
  return seeing(async (bench) => {
    const sent = await sendTo(bench, freshAddress(), messages);
    return look(jsonBodyOf(await bench.send(asking(filter(sent), key))), sent);
  });
}

/** Sends one message, and asks for it, with a further filter. */
function own(look: Look, filter: JsonObject = {}): Procedure {
  return find(1, ({ requestId }) => ({ requestId, ...filter }), look);
}

/** Sends two messages, and asks for both by their address, with a further filter. */
function both(look: Look, filter: JsonObject = {}): Procedure {
  return find(2, (sent) => ({ ...toAddress(sent), ...filter }), look);
}

const toAddress = ({ address }: Sent) => ({ subscriberFilter: { address, type: 'PHONE' } });
const time = (difference: number) => new Date(Date.now() + difference).toISOString();
const sort = (direction: string) => [{ property: 'messageId', direction }];

/** The entry of a message, with this member. */
function has(member: string, look = written): Procedure {
  return own((page) => look(entriesOfPage(page)[0]?.[member]));
}

/** What another account finds of a message. */
function foundByOther(filter: (sent: Sent) => JsonObject): Procedure {
  return find(1, filter, size, 'other-key');
}

/** Of a message to a number that cannot be delivered to, once the history tells it. */
const undelivered = seeing(async (bench) => {
  const { requestId } = await sendTo(bench, '+12025550101');
  for (;;) {
    const [entry] = entriesOfPage(jsonBodyOf(await bench.send(asking({ requestId }))));
    const { deliveryStatus, error } = entry ?? {};
    if (deliveryStatus === 'UNDELIVERED' || typeof error === 'string')
      return `${written(deliveryStatus)} ${written(error)}`;
    await wait(200);
  }
});

/** That a message can be asked for is ADR-0035. */
const assumed = { class: 'fixture', prefix: 'history', cites: '6/payload, ADR-0035' } as const;
const history = mutantsOf(assumed);

/** The only member of a filter ignored, by which it excludes the message. */
const ignoring = mutantsOf(assumed, (filter: JsonObject) => [
  ignores(...Object.keys(filter)),
  own(size, filter),
]);

/** Each entry edited. */
const entry = mutantsOf(assumed, (edit: (one: JsonObject) => JsonObject, shown: Procedure) => [
  entries(edit),
  shown,
]);

const day = 86_400_000;

const asks =
  (filter: () => JsonObject): Ask =>
  () =>
    asking(filter());

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
  history`ignores-request-id: Returns the latest messages, whatever requestId is asked for
    ${ignores('requestId')} ${find(1, () => ({ requestId: randomUUID(), limit: 1 }), size)} 0 → 1`,
  ignoring`ignores-message-id: Ignores messageId ${{ messageId: 1e15 }} 0 → 1`,
  history`unknown-message-id-gives-latest: Returns the latest messages for an unknown messageId
    ${answers(async (answer, call, { ask }) => {
      const isMeant = call.path === historyPath && 'messageId' in requestBody(call) && isSuccessful(answer);
      if (!isMeant || entriesOfPage(readObject(answer.body) ?? {}).length > 0) return answer;
      return ask(withRequestBody(call, without(requestBody(call), 'messageId')));
    })}
    ${own(size, { messageId: 1e15 })} 0 → 1`,
  ignoring`ignores-address: Ignores subscriberFilter
    ${{ subscriberFilter: { address: '+12025550142', type: 'PHONE' } }} 0 → 1`,
  ignoring`ignores-channels: Ignores channelTypes ${{ channelTypes: ['SMS'] }} 0 → 1`,
  history`no-channels-find-nothing: Finds nothing if channelTypes is empty
    ${pages((page, { channelTypes }) =>
      Array.isArray(channelTypes) && channelTypes.length === 0 ? { hasNext: false, content: [] } : page,
    )}
    ${own(size, { channelTypes: [] })} 1 → 0`,
  ignoring`ignores-subject: Ignores subjectId ${{ subjectId: 4_711 }} 0 → 1`,
  ignoring`ignores-direction: Ignores direction ${{ direction: 'IN' }} 0 → 1`,
  ignoring`ignores-date-from: Ignores dateFrom ${{ dateFrom: time(day) }} 0 → 1`,
  ignoring`ignores-date-to: Ignores dateTo ${{ dateTo: time(-day) }} 0 → 1`,
  history`dates-turned-round: Exchanges a dateFrom after dateTo instead of refusing it
    ${filters(turnedRound)}
    ${asks(() => ({ dateFrom: time(day), dateTo: time(-day) }))} 400 matched-template-not-found → accepted`,
  history`ignores-sort: Returns the newest message first, although the oldest was asked for
    ${ignores('sort')} ${both(whichFirst, { sort: sort('ASC') })} the older → the newer`,
  history`oldest-first: Returns the oldest message first, without being asked to
    ${filters((filter) => ({ sort: sort('ASC'), ...filter }))} ${both(whichFirst)} the newer → the older`,
  history`ignores-limit: Ignores a limit up to 1,000
    ${filters((filter) => (Number(filter.limit) > 1_000 ? filter : without(filter, 'limit')))}
    ${both(size, { limit: 1 })} 1 → 2`,
  history`any-limit: Accepts a limit above 1,000
    ${filters(refusesNothing)} ${asks(() => ({ limit: 1_001 }))} 400 matched-template-not-found → accepted`,
  history`ignores-offset: Ignores offset ${ignores('offset')} ${both(size, { offset: 1 })} 1 → 2`,
  history`never-next: Says hasNext false with messages to come
    ${pages((page) => ({ ...page, hasNext: false }))} ${both(more, { limit: 1 })} true → false`,
  history`always-next: Says hasNext true after the last message
    ${pages((page) => ({ ...page, hasNext: true }))} ${own(more)} false → true`,
  history`full-page-has-next: Takes a full page for one with others to come
    ${pages((page, { limit = 100 }) => ({ ...page, hasNext: entriesOfPage(page).length === limit }))}
    ${own(more, { limit: 1 })} false → true`,
  history`leaks-by-request-id: Shows a message to another account that asks by requestId
    ${leaks('requestId')} ${foundByOther(({ requestId }) => ({ requestId }))} 0 → 1`,
  history`leaks-by-message-id: Shows a message to another account that asks by messageId
    ${leaks('messageId')} ${foundByOther(({ messageId }) => ({ messageId }))} 0 → 1`,
  history`leaks-by-address: Shows the messages to an address to other accounts
    ${leaks('subscriberFilter')} ${foundByOther(toAddress)} 0 → 1`,
  history`refuses-no-match: Refuses a filter that matches nothing
    ${answers((answer, { path }, { refuse }) => {
      const isMeant = path === historyPath && codeOf(answer) === undefined;
      return isMeant && entriesOfPage(readObject(answer.body) ?? {}).length === 0
        ? refuse(404, 'not-found')
        : answer;
    })}
    ${asks(() => ({ requestId: randomUUID() }))} accepted → 404 not-found`,
];

/** Wrong entries in the message history (ADR-0035). */
export const historyEntryMutants: readonly Mutant[] = [
  entry`incoming: Calls every message an incoming one
    ${(one) => ({ ...one, direction: 'IN' })} ${has('direction')} "OUT" → "IN"`,
  entry`without-message-id: Leaves messageId out
    ${(one) => without(one, 'messageId')} ${has('messageId', (value) => typeof value)} number → undefined`,
  entry`without-request-id: Leaves requestId out
    ${(one) => without(one, 'requestId')} ${has('requestId', (value) => typeof value)} string → undefined`,
  entry`without-status: Leaves deliveryStatus out
    ${(one) => without(one, 'deliveryStatus')} ${has('deliveryStatus', (value) => typeof value)} string → undefined`,
  entry`without-comment: Loses the comment of a message
    ${(one) => ({ ...one, comment: null })} ${has('comment')} "order 1234" → null`,
  entry`other-channel: Calls every stage one of SMS
    ${(one) => ({ ...one, channelType: 'SMS' })} ${has('channelType')} "CHATTWO" → "SMS"`,
  entry`cascade-id-as-text: Writes cascadeId as text
    ${(one) => ({ ...one, cascadeId: String(one.cascadeId) })} ${has('cascadeId')} 4010 → "4010"`,
  entry`address-masked: Masks the address
    ${(one) => ({ ...one, address: '+44***' })}
    ${own((page, { address }) => String(entriesOfPage(page)[0]?.address === address))} true → false`,
  entry`content-of-template: Returns another text than was sent
    ${(one) => ({ ...one, content: { contentType: 'TEXT', text: 'Text' } })}
    ${has('content', (content) => (isObject(content) && content.text === 'Text' ? 'another' : 'what was sent'))}
    what was sent → another`,
  entry`status-stays: Says ENQUEUED although the message has failed
    ${(one) => ({ ...one, deliveryStatus: 'ENQUEUED' })}
    ${undelivered} "UNDELIVERED" "not-chattwo-user" → "ENQUEUED" "not-chattwo-user"`,
  entry`undelivered-as-failed: Says FAILED instead of UNDELIVERED
    ${(one) => (one.deliveryStatus === 'UNDELIVERED' ? { ...one, deliveryStatus: 'FAILED' } : one)}
    ${undelivered} "UNDELIVERED" "not-chattwo-user" → "FAILED" "not-chattwo-user"`,
  entry`without-reason: Leaves the reason of an undelivered message out
    ${(one) => ({ ...one, error: null })}
    ${undelivered} "UNDELIVERED" "not-chattwo-user" → "UNDELIVERED" null`,
];
