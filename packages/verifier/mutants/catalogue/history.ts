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
const assumed = { class: 'fixture', prefix: 'history', cites: ['6/payload', 'ADR-0035'] } as const;
const history = mutantsOf(assumed);

/** The only member of a filter ignored, by which it excludes the message. */
const ignoring = mutantsOf(assumed, ({ filter }: { readonly filter: JsonObject }) => ({
  change: ignores(...Object.keys(filter)),
  ask: own(size, filter),
}));

/** Each entry edited. */
const entry = mutantsOf(
  assumed,
  ({ edit, shown }: { readonly edit: (one: JsonObject) => JsonObject; readonly shown: Procedure }) => ({
    change: entries(edit),
    ask: shown,
  }),
);

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
  history({
    id: 'ignores-request-id',
    says: 'Returns the latest messages, whatever requestId is asked for',
    change: ignores('requestId'),
    ask: find(1, () => ({ requestId: randomUUID(), limit: 1 }), size),
    plain: '0',
    changed: '1',
  }),
  ignoring({
    id: 'ignores-message-id',
    says: 'Ignores messageId',
    filter: { messageId: 1e15 },
    plain: '0',
    changed: '1',
  }),
  history({
    id: 'unknown-message-id-gives-latest',
    says: 'Returns the latest messages for an unknown messageId',
    change: answers(async (answer, call, { ask }) => {
      const isMeant = call.path === historyPath && 'messageId' in requestBody(call) && isSuccessful(answer);
      if (!isMeant || entriesOfPage(readObject(answer.body) ?? {}).length > 0) return answer;
      return ask(withRequestBody(call, without(requestBody(call), 'messageId')));
    }),
    ask: own(size, { messageId: 1e15 }),
    plain: '0',
    changed: '1',
  }),
  ignoring({
    id: 'ignores-address',
    says: 'Ignores subscriberFilter',
    filter: { subscriberFilter: { address: '+12025550142', type: 'PHONE' } },
    plain: '0',
    changed: '1',
  }),
  ignoring({
    id: 'ignores-channels',
    says: 'Ignores channelTypes',
    filter: { channelTypes: ['SMS'] },
    plain: '0',
    changed: '1',
  }),
  history({
    id: 'no-channels-find-nothing',
    says: 'Finds nothing if channelTypes is empty',
    change: pages((page, { channelTypes }) =>
      Array.isArray(channelTypes) && channelTypes.length === 0 ? { hasNext: false, content: [] } : page,
    ),
    ask: own(size, { channelTypes: [] }),
    plain: '1',
    changed: '0',
  }),
  ignoring({
    id: 'ignores-subject',
    says: 'Ignores subjectId',
    filter: { subjectId: 4_711 },
    plain: '0',
    changed: '1',
  }),
  ignoring({
    id: 'ignores-direction',
    says: 'Ignores direction',
    filter: { direction: 'IN' },
    plain: '0',
    changed: '1',
  }),
  ignoring({
    id: 'ignores-date-from',
    says: 'Ignores dateFrom',
    filter: { dateFrom: time(day) },
    plain: '0',
    changed: '1',
  }),
  ignoring({
    id: 'ignores-date-to',
    says: 'Ignores dateTo',
    filter: { dateTo: time(-day) },
    plain: '0',
    changed: '1',
  }),
  history({
    id: 'dates-turned-round',
    says: 'Exchanges a dateFrom after dateTo instead of refusing it',
    change: filters(turnedRound),
    ask: asks(() => ({ dateFrom: time(day), dateTo: time(-day) })),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  history({
    id: 'ignores-sort',
    says: 'Returns the newest message first, although the oldest was asked for',
    change: ignores('sort'),
    ask: both(whichFirst, { sort: sort('ASC') }),
    plain: 'the older',
    changed: 'the newer',
  }),
  history({
    id: 'oldest-first',
    says: 'Returns the oldest message first, without being asked to',
    change: filters((filter) => ({ sort: sort('ASC'), ...filter })),
    ask: both(whichFirst),
    plain: 'the newer',
    changed: 'the older',
  }),
  history({
    id: 'ignores-limit',
    says: 'Ignores a limit up to 1,000',
    change: filters((filter) => (Number(filter.limit) > 1_000 ? filter : without(filter, 'limit'))),
    ask: both(size, { limit: 1 }),
    plain: '1',
    changed: '2',
  }),
  history({
    id: 'any-limit',
    says: 'Accepts a limit above 1,000',
    change: filters(refusesNothing),
    ask: asks(() => ({ limit: 1_001 })),
    plain: '400 matched-template-not-found',
    changed: 'accepted',
  }),
  history({
    id: 'ignores-offset',
    says: 'Ignores offset',
    change: ignores('offset'),
    ask: both(size, { offset: 1 }),
    plain: '1',
    changed: '2',
  }),
  history({
    id: 'never-next',
    says: 'Says hasNext false with messages to come',
    change: pages((page) => ({ ...page, hasNext: false })),
    ask: both(more, { limit: 1 }),
    plain: 'true',
    changed: 'false',
  }),
  history({
    id: 'always-next',
    says: 'Says hasNext true after the last message',
    change: pages((page) => ({ ...page, hasNext: true })),
    ask: own(more),
    plain: 'false',
    changed: 'true',
  }),
  history({
    id: 'full-page-has-next',
    says: 'Takes a full page for one with others to come',
    change: pages((page, { limit = 100 }) => ({ ...page, hasNext: entriesOfPage(page).length === limit })),
    ask: own(more, { limit: 1 }),
    plain: 'false',
    changed: 'true',
  }),
  history({
    id: 'leaks-by-request-id',
    says: 'Shows a message to another account that asks by requestId',
    change: leaks('requestId'),
    ask: foundByOther(({ requestId }) => ({ requestId })),
    plain: '0',
    changed: '1',
  }),
  history({
    id: 'leaks-by-message-id',
    says: 'Shows a message to another account that asks by messageId',
    change: leaks('messageId'),
    ask: foundByOther(({ messageId }) => ({ messageId })),
    plain: '0',
    changed: '1',
  }),
  history({
    id: 'leaks-by-address',
    says: 'Shows the messages to an address to other accounts',
    change: leaks('subscriberFilter'),
    ask: foundByOther(toAddress),
    plain: '0',
    changed: '1',
  }),
  history({
    id: 'refuses-no-match',
    says: 'Refuses a filter that matches nothing',
    change: answers((answer, { path }, { refuse }) => {
      const isMeant = path === historyPath && codeOf(answer) === undefined;
      return isMeant && entriesOfPage(readObject(answer.body) ?? {}).length === 0
        ? refuse(404, 'not-found')
        : answer;
    }),
    ask: asks(() => ({ requestId: randomUUID() })),
    plain: 'accepted',
    changed: '404 not-found',
  }),
];

/** Wrong entries in the message history (ADR-0035). */
export const historyEntryMutants: readonly Mutant[] = [
  entry({
    id: 'incoming',
    says: 'Calls every message an incoming one',
    edit: (one) => ({ ...one, direction: 'IN' }),
    shown: has('direction'),
    plain: '"OUT"',
    changed: '"IN"',
  }),
  entry({
    id: 'without-message-id',
    says: 'Leaves messageId out',
    edit: (one) => without(one, 'messageId'),
    shown: has('messageId', (value) => typeof value),
    plain: 'number',
    changed: 'undefined',
  }),
  entry({
    id: 'without-request-id',
    says: 'Leaves requestId out',
    edit: (one) => without(one, 'requestId'),
    shown: has('requestId', (value) => typeof value),
    plain: 'string',
    changed: 'undefined',
  }),
  entry({
    id: 'without-status',
    says: 'Leaves deliveryStatus out',
    edit: (one) => without(one, 'deliveryStatus'),
    shown: has('deliveryStatus', (value) => typeof value),
    plain: 'string',
    changed: 'undefined',
  }),
  entry({
    id: 'without-comment',
    says: 'Loses the comment of a message',
    edit: (one) => ({ ...one, comment: null }),
    shown: has('comment'),
    plain: '"order 1234"',
    changed: 'null',
  }),
  entry({
    id: 'other-channel',
    says: 'Calls every stage one of SMS',
    edit: (one) => ({ ...one, channelType: 'SMS' }),
    shown: has('channelType'),
    plain: '"CHATTWO"',
    changed: '"SMS"',
  }),
  entry({
    id: 'cascade-id-as-text',
    says: 'Writes cascadeId as text',
    edit: (one) => ({ ...one, cascadeId: String(one.cascadeId) }),
    shown: has('cascadeId'),
    plain: '4010',
    changed: '"4010"',
  }),
  entry({
    id: 'address-masked',
    says: 'Masks the address',
    edit: (one) => ({ ...one, address: '+44***' }),
    shown: own((page, { address }) => String(entriesOfPage(page)[0]?.address === address)),
    plain: 'true',
    changed: 'false',
  }),
  entry({
    id: 'content-of-template',
    says: 'Returns another text than was sent',
    edit: (one) => ({ ...one, content: { contentType: 'TEXT', text: 'Text' } }),
    shown: has('content', (content) =>
      isObject(content) && content.text === 'Text' ? 'another' : 'what was sent',
    ),
    plain: 'what was sent',
    changed: 'another',
  }),
  entry({
    id: 'status-stays',
    says: 'Says ENQUEUED although the message has failed',
    edit: (one) => ({ ...one, deliveryStatus: 'ENQUEUED' }),
    shown: undelivered,
    plain: '"UNDELIVERED" "not-chattwo-user"',
    changed: '"ENQUEUED" "not-chattwo-user"',
  }),
  entry({
    id: 'undelivered-as-failed',
    says: 'Says FAILED instead of UNDELIVERED',
    edit: (one) => (one.deliveryStatus === 'UNDELIVERED' ? { ...one, deliveryStatus: 'FAILED' } : one),
    shown: undelivered,
    plain: '"UNDELIVERED" "not-chattwo-user"',
    changed: '"FAILED" "not-chattwo-user"',
  }),
  entry({
    id: 'without-reason',
    says: 'Leaves the reason of an undelivered message out',
    edit: (one) => ({ ...one, error: null }),
    shown: undelivered,
    plain: '"UNDELIVERED" "not-chattwo-user"',
    changed: '"UNDELIVERED" null',
  }),
];
