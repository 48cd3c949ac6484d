import { text } from 'node:stream/consumers';
import { serve } from '@cascade/repository/test-kit';
import { expect, test } from 'vitest';
import { type Profile, verify } from '../src/index.ts';

interface SentRequest {
  readonly path: string;
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
}
interface Answered {
  readonly status: number;
  readonly body: unknown;
}

const refusal = { title: 'matched-template-not-found', status: 400 };
const page = (content: readonly unknown[]): Answered => ({ status: 200, body: { hasNext: false, content } });

type Message = Readonly<Record<string, unknown>> & { readonly key: string };

const ascending = (count: number) => count + 1;
/** Of the messages of one second the later has the lower number, as replicas may number them. */
const downInASecond = (count: number) => Math.floor(Date.now() / 1_000) * 10_000 - count;

/** A provider of the message history: one account, one channel. */
function history(number = ascending) {
  const sent: Message[] = [];
  return ({ path, key, body }: SentRequest): Answered => {
    if (path === '/api/cascade/schedule') {
      const { requestId } = body;
      sent.push({ key, ...entryOf(body), messageId: number(sent.length) });
      sent.sort((one, other) => Number(other.messageId) - Number(one.messageId));
      return { status: 200, body: { requestId } };
    }
    if (path === '/api/cascade/get-all') return { status: 200, body: list };
    return find(sent, key, body);
  };
}

function entryOf({ requestId, comment = null, cascadeId, subscriberFilter, content }: SentRequest['body']) {
  const { address } = subscriberFilter as { address: string };
  const { smsContent } = content as { smsContent: unknown };
  const isUndelivered = address === '+12025550111';
  const outcome = isUndelivered
    ? { deliveryStatus: 'UNDELIVERED', error: 'message-undeliverable' }
    : { deliveryStatus: 'SENT', error: null };
  const place = { direction: 'OUT', channelType: 'SMS', subjectId: 1, cascadeId, address };
  return { requestId, comment, ...place, content: smsContent, ...outcome };
}

function find(sent: readonly Message[], ofKey: string, filter: SentRequest['body']): Answered {
  const { sort, offset = 0, limit = 100 } = filter;
  const { dateFrom, dateTo, channelTypes = [], subscriberFilter, ...rest } = filter;
  const now = new Date().toISOString();
  if (Number(limit) > 1_000 || String(dateFrom ?? '') > String(dateTo ?? '~'))
    return { status: 400, body: refusal };
  const { address } = (subscriberFilter ?? {}) as { address?: string };
  const wanted = { address, ...rest, sort: undefined, offset: undefined, limit: undefined };
  const channels = channelTypes as readonly string[];
  const found = sent.filter(
    (message) =>
      message.key === ofKey &&
      String(dateFrom ?? '') <= now &&
      now < String(dateTo ?? '~') &&
      (channels.length === 0 || channels.includes('SMS')) &&
      Object.entries(wanted).every(([name, value]) => value === undefined || message[name] === value),
  );
  const sorted = JSON.stringify(sort)?.includes('ASC') ? found.toReversed() : found;
  const end = Number(offset) + Number(limit);
  const content = sorted.slice(Number(offset), end).map(({ key: _, ...entry }) => entry);
  return { status: 200, body: { hasNext: end < sorted.length, content } };
}

const second = { order: 1, decision: { type: 'TTL', ttl: '00:05:00' }, stages: [] };
const list = [{ id: 1, stages: [{ order: 0, decision: null, stages: [second] }] }];

const scenarios = [
  'history-by-request-id',
  'history-entry',
  'history-filters',
  'history-pages',
  'history-status',
  'history-of-unknown-id',
  'history-of-another-account',
  'history-limit-outside',
  'history-dates-reversed',
];

const profile: Profile = {
  keys: { good: 'ours' },
  otherAccount: { key: 'theirs', cascade: { id: 2, stages: [{ channel: 'SMS' }] } },
  address: '+12025550100',
  cascades: [{ id: 1, stages: [{ channel: 'SMS' }] }],
  content: { SMS: { text: { contentType: 'TEXT', text: 'Code 4821' } } },
  callback: { withinSeconds: 3, reasons: { 'message-undeliverable': { address: '+12025550111' } } },
};

async function judge(
  answer: (asked: SentRequest) => Answered,
  {
    only = scenarios,
    ...options
  }: { only?: readonly string[]; assumptions?: boolean; holds?: string[] } = {},
) {
  const serving = serve(async (request, response) => {
    const key = String(request.headers['x-api-key']);
    const body = JSON.parse(await text(request));
    const answered = answer({ path: request.url ?? '', key, body });
    const type = answered.status < 400 ? 'application/json' : 'application/problem+json';
    response.writeHead(answered.status, { 'content-type': type }).end(JSON.stringify(answered.body));
  });
  const { url: target, close } = await serving;
  const { holds = [], assumptions = true } = options;
  const report = await verify({
    target,
    profile: { ...profile, holds },
    phases: ['state'],
    scenarios: only,
    assumptions,
    seed: 1,
    timeoutInMilliseconds: 60_000,
  }).finally(close);
  return {
    found: report.findings.map(({ scenario }) => scenario).toSorted(),
    open: report.inconclusive.map(({ scenario }) => scenario).toSorted(),
    why: report.inconclusive[0]?.reason,
    verdict: report.verdict,
  };
}

const sorted = scenarios.toSorted();
const asking = (change: (asked: SentRequest, pass: (asked: SentRequest) => Answered) => Answered) => {
  const provider = history();
  return (asked: SentRequest) => (asked.path.endsWith('history') ? change(asked, provider) : provider(asked));
};

test('a history as ADR-0035 has it passes', async () => {
  expect(await judge(history())).toMatchObject({ found: [], open: [] });
});

test('the messages of one second may be in any order', async () => {
  const provider = history(downInASecond);
  expect(await judge(provider, { only: ['history-pages'] })).toMatchObject({ found: [], open: [] });
});

test('without --assumptions and without holds nothing of it is judged', async () => {
  const none = asking(() => ({ status: 500, body: {} }));
  expect(await judge(none, { assumptions: false })).toMatchObject({ found: [], open: sorted });
});

test('a provider that has no history is not at fault, unless its profile lists ADR-0035', async () => {
  const absent = () => asking(() => ({ status: 404, body: { title: 'not-found', status: 404 } }));
  expect(await judge(absent())).toMatchObject({
    found: [],
    open: sorted,
    why: 'the provider has no message history (404)',
  });
  const { found } = await judge(absent(), { assumptions: false, holds: ['ADR-0035'] });
  expect([...new Set(found)]).toEqual(sorted);
});

// They wait for time to pass between messages.
test.concurrent.each<[string, string, Parameters<typeof asking>[0]]>([
  [
    'finds nothing',
    'history-by-request-id',
    ({ body, ...asked }, pass) => (body.requestId === undefined ? pass({ body, ...asked }) : page([])),
  ],
  [
    'leaves the requestId out',
    'history-by-request-id',
    (asked, pass) => withoutMember(pass(asked), 'requestId'),
  ],
  [
    'leaves the messageId out',
    'history-by-request-id',
    (asked, pass) => withoutMember(pass(asked), 'messageId'),
  ],
  [
    'leaves the status out',
    'history-by-request-id',
    (asked, pass) => withoutMember(pass(asked), 'deliveryStatus'),
  ],
  ['answers a bare list', 'history-by-request-id', (asked, pass) => bare(pass(asked))],
  [
    'shows messages to other accounts',
    'history-of-another-account',
    (asked, pass) => pass({ ...asked, key: 'ours' }),
  ],
  ['refuses an unknown id', 'history-of-unknown-id', (asked, pass) => refuseEmpty(pass(asked))],
  [
    'takes any limit',
    'history-limit-outside',
    (asked, pass) => (asked.body.limit === 1_001 ? page([]) : pass(asked)),
  ],
  [
    'refuses what it does not find with 404',
    'history-of-unknown-id',
    (asked, pass) => absentIfEmpty(pass(asked)),
  ],
  ['ignores a filter', 'history-filters', (asked, pass) => pass(withoutFilter(asked, 'subjectId'))],
  ['ignores the limit', 'history-pages', (asked, pass) => pass(withoutFilter(asked, 'limit'))],
  ['ignores the order', 'history-pages', (asked, pass) => pass(withoutFilter(asked, 'sort'))],
  ['leaves the text out', 'history-entry', (asked, pass) => withMember(pass(asked), 'content', {})],
  ['leaves the reason out', 'history-status', (asked, pass) => withMember(pass(asked), 'error', null)],
  [
    'takes dates in any order',
    'history-dates-reversed',
    (asked, pass) => (asked.body.dateFrom === undefined ? pass(asked) : page([])),
  ],
])('a history that %s is found by %s', async (_, scenario, change) => {
  const { found } = await judge(asking(change));
  expect(found).toContain(scenario);
});

function contentOf({ body }: Answered): readonly Record<string, unknown>[] {
  return (body as { content?: Record<string, unknown>[] }).content ?? [];
}
function withoutMember(answer: Answered, member: string): Answered {
  return withMember(answer, member, undefined);
}
function withMember(answer: Answered, member: string, value: unknown): Answered {
  const changed = contentOf(answer).map((entry) => ({ ...entry, [member]: value }));
  return answer.status === 200
    ? { ...answer, body: { ...(answer.body as object), content: changed } }
    : answer;
}
function withoutFilter({ body, ...asked }: SentRequest, member: string): SentRequest {
  return { ...asked, body: { ...body, [member]: undefined } };
}
function absentIfEmpty(answer: Answered): Answered {
  const absent = { title: 'not-found', status: 404 };
  return answer.status === 200 && contentOf(answer).length === 0 ? { status: 404, body: absent } : answer;
}
function bare(answer: Answered): Answered {
  return answer.status === 200 ? { status: 200, body: contentOf(answer) } : answer;
}
function refuseEmpty(answer: Answered): Answered {
  return answer.status === 200 && contentOf(answer).length === 0 ? { status: 400, body: refusal } : answer;
}

test.each([
  ['as ADR-0013 has them', list, []],
  ['counted from 1', [{ id: 1, stages: [{ order: 1, stages: [] }] }], ['lists-stages-in-order']],
  [
    'with a decision on the stage before',
    [{ id: 1, stages: [{ ...second, order: 0 }] }],
    ['lists-stages-in-order'],
  ],
  [
    'with a decision in minutes',
    [{ id: 1, stages: [{ order: 0, stages: [{ ...second, decision: { type: 'TTL', ttl: 5 } }] }] }],
    ['lists-stages-in-order'],
  ],
])('stages %s', async (_, listed, expected) => {
  const answer = () => ({ status: 200, body: listed });
  expect(
    (
      await judge(
        ({ path, ...asked }) => (path.endsWith('get-all') ? answer() : history()({ path, ...asked })),
        { only: ['lists-stages-in-order'] },
      )
    ).found,
  ).toEqual(expected);
});
