import { randomUUID } from 'node:crypto';
import { answers } from '../changes/on-answer.ts';
import { entriesOf, filters, historyPath, ignores, leaks, pages } from '../changes/on-history.ts';
import type { Mutant } from '../mutant.ts';
import { type JsonObject, readObject, without } from '../proxy/json.ts';
import { codeOf, isAccepted, requestBody, withRequestBody } from '../proxy/wire.ts';
import {
  asked,
  asking,
  both,
  finds,
  foundByOther,
  more,
  own,
  size,
  sort,
  time,
  toAddress,
  whichFirst,
} from '../witness/messages.ts';
import { seeing, verdict } from '../witness/observe.ts';
import { historyMutant as history } from './mutants-of.ts';

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
  history(
    'ignores-request-id',
    'Returns the latest messages, whatever requestId is asked for',
    ignores('requestId'),
    asked(1, () => ({ requestId: randomUUID(), limit: 1 }), [size, '0', '1']),
  ),
  history('ignores-message-id', 'Ignores messageId', ignores('messageId'), finds({ messageId: 1e15 })),
  history(
    'unknown-message-id-gives-latest',
    'Returns the latest messages for an unknown messageId',
    answers(async (answer, call, { ask }) => {
      const isMeant = call.path === historyPath && 'messageId' in requestBody(call) && isAccepted(answer);
      if (!isMeant || entriesOf(readObject(answer.body) ?? {}).length > 0) return answer;
      return ask(withRequestBody(call, without(requestBody(call), 'messageId')));
    }),
    finds({ messageId: 1e15 }),
  ),
  history(
    'ignores-address',
    'Ignores subscriberFilter',
    ignores('subscriberFilter'),
    finds({ subscriberFilter: { address: '+12025550142', type: 'PHONE' } }),
  ),
  history(
    'ignores-channels',
    'Ignores channelTypes',
    ignores('channelTypes'),
    finds({ channelTypes: ['SMS'] }),
  ),
  history(
    'no-channels-find-nothing',
    'Finds nothing if channelTypes is empty',
    pages((page, { channelTypes }) =>
      Array.isArray(channelTypes) && channelTypes.length === 0 ? { hasNext: false, content: [] } : page,
    ),
    own([size, '1', '0'], { channelTypes: [] }),
  ),
  history('ignores-subject', 'Ignores subjectId', ignores('subjectId'), finds({ subjectId: 4_711 })),
  history('ignores-direction', 'Ignores direction', ignores('direction'), finds({ direction: 'IN' })),
  history('ignores-date-from', 'Ignores dateFrom', ignores('dateFrom'), finds({ dateFrom: time(day) })),
  history('ignores-date-to', 'Ignores dateTo', ignores('dateTo'), finds({ dateTo: time(-day) })),
  history(
    'dates-turned-round',
    'Exchanges a dateFrom after dateTo instead of refusing it',
    filters(turnedRound),
    seeing(
      async (bench) => verdict(await bench.send(asking({ dateFrom: time(day), dateTo: time(-day) }))),
      '400 matched-template-not-found',
      'accepted',
    ),
  ),
  history(
    'ignores-sort',
    'Returns the newest message first, although the oldest was asked for',
    ignores('sort'),
    both([whichFirst, 'the older', 'the newer'], { sort: sort('ASC') }),
  ),
  history(
    'oldest-first',
    'Returns the oldest message first, without being asked to',
    filters((filter) => ({ sort: sort('ASC'), ...filter })),
    both([whichFirst, 'the newer', 'the older']),
  ),
  history(
    'ignores-limit',
    'Ignores a limit up to 1,000',
    filters((filter) => (Number(filter.limit) > 1_000 ? filter : without(filter, 'limit'))),
    both([size, '1', '2'], { limit: 1 }),
  ),
  history(
    'any-limit',
    'Accepts a limit above 1,000',
    filters(refusesNothing),
    seeing(
      async (bench) => verdict(await bench.send(asking({ limit: 1_001 }))),
      '400 matched-template-not-found',
      'accepted',
    ),
  ),
  history('ignores-offset', 'Ignores offset', ignores('offset'), both([size, '1', '2'], { offset: 1 })),
  history(
    'never-next',
    'Says hasNext false with messages to come',
    pages((page) => ({ ...page, hasNext: false })),
    both([more, 'true', 'false'], { limit: 1 }),
  ),
  history(
    'always-next',
    'Says hasNext true after the last message',
    pages((page) => ({ ...page, hasNext: true })),
    own([more, 'false', 'true']),
  ),
  history(
    'full-page-has-next',
    'Takes a full page for one with others to come',
    pages((page, { limit = 100 }) => ({ ...page, hasNext: entriesOf(page).length === limit })),
    own([more, 'false', 'true'], { limit: 1 }),
  ),
  history(
    'leaks-by-request-id',
    'Shows a message to another account that asks by requestId',
    leaks(({ requestId }) => requestId !== undefined),
    foundByOther(({ requestId }) => ({ requestId })),
  ),
  history(
    'leaks-by-message-id',
    'Shows a message to another account that asks by messageId',
    leaks(({ messageId }) => messageId !== undefined),
    foundByOther(({ messageId }) => ({ messageId })),
  ),
  history(
    'leaks-by-address',
    'Shows the messages to an address to other accounts',
    leaks(({ subscriberFilter }) => subscriberFilter !== undefined),
    foundByOther(toAddress),
  ),
  history(
    'refuses-no-match',
    'Refuses a filter that matches nothing',
    answers((answer, { path }, world) => {
      const isMeant = path === historyPath && codeOf(answer) === undefined;
      return isMeant && entriesOf(readObject(answer.body) ?? {}).length === 0
        ? world.refuse(404, 'not-found')
        : answer;
    }),
    seeing(
      async (bench) => verdict(await bench.send(asking({ requestId: randomUUID() }))),
      'accepted',
      '404 not-found',
    ),
  ),
];
