import { randomUUID } from 'node:crypto';
import { type LimitEntry, neighbourRequest, readContract, valueAt } from '@cascade/contract';
import { type RunningMock, startMock } from '@cascade/mock';
import { type Receiver, startReceiver } from '@cascade/repository/test-kit';
import { demoAccounts, startTestService } from '@cascade/service/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDescribed } from '../src/description/read-description.ts';
import { limitsPage, wholeNumbers } from '../src/pages/reference.ts';

const contract = readContract();
const page = limitsPage(contract).body.text;
let service: Awaited<ReturnType<typeof startTestService>>;
let mock: RunningMock;
let receiver: Receiver;

beforeAll(async () => {
  [service, mock, receiver] = await Promise.all([
    startTestService({ accounts: demoAccounts }),
    startMock({ port: 0, log: () => {} }),
    startReceiver((response) => response.end()),
  ]);
});
afterAll(() => Promise.all([service?.close(), mock?.close(), receiver?.close()]));

/** The number that a reader finds on the page. */
function shown(id: string): number {
  const [, value = ''] = new RegExp(`<tr id="${id}".*?<b>([\\d,]+)</b>`, 's').exec(page) ?? [];
  return Number(value.replaceAll(',', ''));
}

interface Sent {
  readonly path?: string;
  readonly key?: string;
  readonly body: object | string;
}

/** A message that passes, on the cascade of one stage for the channel. */
function message(part: object = {}): object {
  const requestId = randomUUID();
  return {
    requestId,
    cascadeId: 2002,
    subscriberFilter: { address: '+12025550100', type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: requestId } },
    ...part,
  };
}

/** The neighbour of the problem's first case, with other values in its chattwo content. */
function chattwo(problem: string, part: (content: Record<string, unknown>) => object): object {
  const [one] = contract.problems.find(({ code }) => code === problem)?.cases ?? [];
  if (one === undefined) throw new Error(`${problem} has no case`);
  const body = Object(neighbourRequest(one).body);
  const [name = '', content] = Object.entries<Record<string, unknown>>(body.content)[0] ?? [];
  const { buttons: _, ...rest } = { ...content };
  return { ...body, requestId: randomUUID(), content: { [name]: { ...rest, ...part(rest) } } };
}

const buttons = (count: number, type: string) =>
  chattwo('button-validation-error', () => ({
    buttons: Array.from({ length: count }, () => ({ type, text: 'x', action: 'x', payload: 'x' })),
  }));
const picker = (title: string, subtitle: string) =>
  chattwo('template-parameter-is-not-valid', () => ({
    listPicker: { sections: [{ items: [{ title, subtitle }] }] },
  }));
const history = (part: object) => ({ path: '/api/messages/history', body: part });

/** A request with exactly that much of what a limit counts. */
const probes: Readonly<Record<string, (size: number) => Sent>> = {
  'attachmentName-length': (n) => ({
    body: chattwo('attachmentName-is-too-long', () => ({ attachmentName: 'x'.repeat(n) })),
  }),
  'listPicker-title-length': (n) => ({ body: picker('x'.repeat(n), 'x') }),
  'listPicker-subtitle-length': (n) => ({ body: picker('x', 'x'.repeat(n)) }),
  buttons: (n) => ({ body: buttons(n, 'QUICK_REPLY') }),
  'url-buttons': (n) => ({ body: buttons(n, 'URL') }),
  'phone-buttons': (n) => ({ body: buttons(n, 'PHONE') }),
  'payload-length': (n) => ({
    body: chattwo('button-validation-error', () => ({
      buttons: [{ type: 'QUICK_REPLY', text: 'x', action: 'x', payload: 'x'.repeat(n) }],
    })),
  }),
  'comment-length': (n) => ({ body: message({ comment: '🎉'.repeat(n) }) }),
  'address-length': (n) => ({
    body: message({ subscriberFilter: { address: '🎉'.repeat(n), type: 'PHONE' } }),
  }),
  'address-type-length': (n) => ({
    body: message({ subscriberFilter: { address: '1', type: '🎉'.repeat(n) } }),
  }),
  'lenient-request-id-length': (n) => ({
    key: 'lenient-key',
    body: message({ requestId: randomUUID().padEnd(n, 'x') }),
  }),
  'start-time': (days) => ({
    // An hour less, since the clocks of provider and test differ.
    body: message({ startTime: new Date(Date.now() + days * 86_400_000 - 3_600_000).toISOString() }),
  }),
  'body-size': (bytes) => {
    const body = JSON.stringify(message());
    return { body: body + ' '.repeat(bytes - body.length) };
  },
  'body-levels': (n) => ({ body: message({ more: JSON.parse('['.repeat(n - 1) + ']'.repeat(n - 1)) }) }),
  // The eleven others: objects, lists and texts of the message.
  'body-values': (n) => ({ body: message({ more: Array.from({ length: n - 11 }, () => 1) }) }),
  'history-page': (n) => history({ limit: n }),
  'history-offset': (n) => history({ offset: n }),
  'history-channels': (n) => history({ channelTypes: Array.from({ length: n }, () => 'SMS') }),
  'history-traffic': (n) => history({ trafficType: Array.from({ length: n }, () => 'HSM') }),
  'history-request-id-length': (n) => history({ requestId: 'x'.repeat(n) }),
  'history-sort': (n) =>
    history({ sort: Array.from({ length: n }, () => ({ property: 'messageId', direction: 'ASC' })) }),
  'cascades-page': (n) => ({ path: '/api/cascade/get-all', body: { limit: n } }),
  'template-matchers': (n) => ({
    path: '/api/message-matchers/get-by-request',
    body: { subjectId: 1, matcherTypes: Array.from({ length: n }, () => 'TEXT') },
  }),
  'callback-url-length': (n) => ({
    path: '/api/callback/set',
    body: { statusCallbackUrl: `${receiver.url}?`.padEnd(n, 'x') },
  }),
};

const requestLimits = contract.limits.filter(({ problem }) => problem !== undefined);

test('each limit of a request has a probe, and no probe is left over', () => {
  expect(Object.keys(probes)).toEqual(requestLimits.map(({ id }) => id));
});

test.each(contract.limits)('the page has the number of $id', ({ id, value }) => {
  expect(shown(id)).toBe(value);
});

/** What a response or a callback has at most: nothing that a reader could exceed; by schema and field. */
const ofProviders = [
  'Cascade.stages',
  'CascadeStage.stages',
  'MessageHistory.content',
  'StatusEvent.comment',
];

test('each largest number of the description has its row, but for whole numbers and what providers send', () => {
  const schemas = Object.entries(Object(valueAt(readDescribed().openapi, '/components/schemas')));
  const largest = schemas.flatMap(([schema, described]) => [
    ...maximaOf(described, schema),
    ...Object.entries(Object(Object(described).properties)).flatMap(([field, one]) =>
      maximaOf(one, `${schema}.${field}`),
    ),
  ]);
  const rows = contract.limits.map(({ at = '' }) =>
    at.replace(/^.*?(\w+)\.yaml#(?:\/properties)?\/(.+)\/\w+$/, '$1.$2').replace(/^(\w+)\.yaml#\/\w+$/, '$1'),
  );
  expect(largest.length).toBeGreaterThan(15);
  expect(largest.filter((place) => !rows.includes(place) && !ofProviders.includes(place))).toEqual([]);
});

function maximaOf(schema: unknown, place: string): readonly string[] {
  const { maxLength, maxItems, maximum } = Object(schema);
  const isLimit = [maxLength, maxItems, maximum].some(
    (value) => value !== undefined && !Object.values(wholeNumbers).includes(value),
  );
  return isLimit ? [place] : [];
}

async function answerOf(url: string, { path = '/api/cascade/schedule', key = 'demo-key', body }: Sent) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  return response.status === 200 ? 'accepted' : valueAt(answer, '/title');
}

test.each(requestLimits)('$id: what the page allows passes, one more does not', async ({ id, problem }) => {
  const probe = probes[id] ?? (() => ({ body: '' }));
  const urls = { mock: mock.url, service: service.url };
  for (const [provider, url] of Object.entries(urls)) {
    expect([provider, await answerOf(url, probe(shown(id)))]).toEqual([provider, 'accepted']);
    expect([provider, await answerOf(url, probe(shown(id) + 1))]).toEqual([provider, titleOf(problem)]);
  }
});

function titleOf(problem: LimitEntry['problem']): string | undefined {
  return contract.problems.find(({ code }) => code === problem)?.title;
}
