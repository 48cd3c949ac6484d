import { randomUUID } from 'node:crypto';
import { readYamlFile, repositoryRoot } from '@cascade/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunningService } from '../service-options.ts';
import { withClient } from '../store/transaction.ts';
import { aCascade, anAccount } from '../testing/declare.ts';
import { type Answer, scheduling, send } from '../testing/requests.ts';
import { startTestService } from '../testing/start-test-service.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { pageBytes, readPage } from './find-entries.ts';

const database = withTestDatabase();
let service: RunningService;

beforeAll(async () => {
  const patient = aCascade(2004, ['CHATTWO', 'SMS']);
  const hasty = {
    ...patient,
    stages: patient.stages.map((stage) => ({ ...stage, ...(stage.ttl && { ttl: '00:00:01' }) })),
  };
  const facts = {
    prices: { SMS: 5, CHATTWO: 2 },
    cascades: [aCascade(2002), aCascade(2003, ['CHATTWO', 'SMS']), hasty],
  };
  const lenient = { settings: { lenient: { anyRequestId: true, listRequests: true } } };
  const accounts = ['first', 'second', 'busy', 'large', 'paging', 'searching'].map((name) =>
    anAccount(name, facts),
  );
  service = await startTestService({
    database: database.connectionString,
    accounts: [...accounts, anAccount('lenient', { ...facts, ...lenient })],
  });
  await database.pool.query('update cascade.accounts set balance = 1000000000');
});

afterAll(() => service?.close());

const far = { startTime: new Date(Date.now() + 300 * 86_400_000).toISOString() };
const text = (words: string) => ({ contentType: 'TEXT', text: words });
const page = (body: unknown, key = 'first-key') => pageOf(service.url, body, key);

async function schedule(part: object = {}, key = 'first-key'): Promise<string> {
  const requestId = randomUUID();
  const answer = await send(service.url, scheduling({ requestId, ...part }, key));
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return requestId;
}

/** The entries of a message once they are as many as expected and none of them changes any more. */
function settled(requestId: string, statuses: readonly string[], key?: string) {
  return vi.waitFor(async () => {
    const { content } = await page({ requestId }, key);
    expect(content.map(({ deliveryStatus }) => deliveryStatus)).toEqual(statuses);
    return content;
  }, 60_000);
}

describe('an entry', () => {
  test('of a message that has not started has the first stage and ENQUEUED', async () => {
    const requestId = await schedule({ ...far, comment: 'order 1234' });
    const { hasNext, content } = await page({ requestId });
    expect(hasNext).toBe(false);
    expect(content).toMatchObject([
      {
        messageId: expect.any(Number),
        requestId,
        comment: 'order 1234',
        direction: 'OUT',
        channelType: 'SMS',
        subjectId: 1,
        cascadeId: 2002,
        address: '+12025550100',
        content: { contentType: 'TEXT', text: expect.any(String) },
        deliveryStatus: 'ENQUEUED',
        statusAt: expect.stringMatching(/^\d{4}-.*Z$/),
        error: null,
      },
    ]);
    const { value } = readYamlFile(repositoryRoot, 'spec/openapi/additions/schemas/MessageHistoryEntry.yaml');
    expect(new Set(Object.keys(content[0] ?? {}))).toEqual(new Set(Object.keys(Object(value).properties)));
  });

  test('is there for each stage that has started, the latest first, with its content and its reason', async () => {
    const requestId = await schedule({
      cascadeId: 2003,
      // Reached by SMS alone.
      subscriberFilter: { address: '+12025550130', type: 'PHONE' },
      content: { chattwoContent: text('by chattwo \0'), smsContent: text('by SMS') },
    });
    const [sms, chattwo] = await settled(requestId, ['DELIVERED', 'UNDELIVERED']);
    expect(sms).toMatchObject({ channelType: 'SMS', content: text('by SMS'), error: null, comment: null });
    expect(chattwo).toMatchObject({ channelType: 'CHATTWO', content: text('by chattwo \0') });
    expect(chattwo?.error).toEqual(expect.any(String));
    expect(Date.parse(String(sms?.statusAt))).toBeGreaterThanOrEqual(Date.parse(String(chattwo?.statusAt)));
    const ascending = await page({ requestId, sort: [{ property: 'messageId', direction: 'ASC' }] });
    expect(ascending.content).toEqual([chattwo, sms]);
    expect((await page({ requestId, channelTypes: ['CHATTWO'] })).content).toEqual([chattwo]);
    expect((await page({ requestId, channelTypes: ['CHATONE'] })).content).toEqual([]);
    expect((await page({ requestId, channelTypes: [] })).content).toHaveLength(2);
  });

  test('of a stage whose time to live has passed is EXPIRED', async () => {
    const content = { chattwoContent: text('by chattwo'), smsContent: text('by SMS') };
    // Sent, without a receipt.
    const subscriberFilter = { address: '+12025550123', type: 'PHONE' };
    const requestId = await schedule({ cascadeId: 2004, subscriberFilter, content });
    expect(await settled(requestId, ['SENT', 'EXPIRED'])).toMatchObject([{ error: null }, { error: null }]);
  });

  test('has the time of its status, as the status event had it', async () => {
    const requestId = await schedule();
    const [entry] = await settled(requestId, ['DELIVERED']);
    const { rows } = await database.pool.query(
      `select at from cascade.status_events where message_id = $1 and status = 'DELIVERED'`,
      [entry?.messageId],
    );
    expect(entry?.statusAt).toBe(rows[0].at.toISOString());
  });

  test('keeps the status, without content, when the plan is deleted', async () => {
    const requestId = await schedule(far);
    await database.pool.query(
      `delete from cascade.message_plans p using cascade.messages m where m.id = p.message_id and m.request_id = $1`,
      [requestId],
    );
    const { content } = await page({ requestId });
    expect(content).toMatchObject([{ requestId, content: null, deliveryStatus: 'ENQUEUED' }]);
  });
});

describe('a filter', () => {
  test('by request id takes a UUID in any letter case, and returns it as it was sent', async () => {
    const requestId = randomUUID().toUpperCase();
    await schedule({ requestId, ...far });
    for (const spelling of [requestId, requestId.toLowerCase()])
      expect((await page({ requestId: spelling })).content).toMatchObject([{ requestId }]);
    expect((await page({ requestId: randomUUID() })).content).toEqual([]);
    expect((await page({ requestId: 'no such id' })).content).toEqual([]);
  });

  test('by request id takes any text that was accepted as one', async () => {
    const requestId = `order 17 ${randomUUID()} ü`;
    await schedule({ requestId, ...far }, 'lenient-key');
    expect((await page({ requestId }, 'lenient-key')).content).toMatchObject([{ requestId }]);
    expect((await page({ requestId: requestId.toUpperCase() }, 'lenient-key')).content).toEqual([]);
  });

  test('by message id, sender, direction, address and time, and by all of them together', async () => {
    const subscriberFilter = { address: `+1202${randomUUID()}`, type: 'PHONE' };
    const requestId = await schedule({ subscriberFilter, ...far });
    const [entry] = (await page({ requestId })).content;
    const messageId = entry?.messageId;
    const at = Date.parse(String(entry?.statusAt));
    const near = (milliseconds: number) => new Date(at + milliseconds).toISOString();
    const matching = {
      requestId,
      messageId,
      subscriberFilter,
      channelTypes: ['SMS', 'CHATTWO'],
      subjectId: 1,
      direction: 'OUT',
      trafficType: ['HSM'],
      dateFrom: near(-5),
      dateTo: near(+5),
    };
    expect((await page(matching)).content).toEqual([entry]);
    expect((await page({ messageId })).content).toEqual([entry]);
    expect((await page({ subscriberFilter })).content).toEqual([entry]);
    expect((await page({ dateFrom: near(-1), dateTo: near(+2), messageId })).content).toEqual([entry]);
    const others = [
      { requestId: randomUUID() },
      { messageId: 9007199254740991 },
      { subscriberFilter: { ...subscriberFilter, type: 'EMAIL' } },
      { subscriberFilter: { ...subscriberFilter, address: '+1202' } },
      { channelTypes: ['CHATTWO'] },
      { subjectId: 2 },
      { direction: 'IN' },
      { direction: 'SIDEWAYS' },
      { dateFrom: near(+5) },
      { dateTo: near(-5), dateFrom: near(-10) },
    ];
    for (const other of others) expect((await page({ ...matching, ...other })).content).toEqual([]);
  });

  test('by time includes the beginning and leaves out the end', async () => {
    const requestId = await schedule(far);
    const at = '2026-06-06T05:57:43.000Z';
    await database.pool.query('update cascade.messages set accepted_at = $2 where request_id = $1', [
      requestId,
      at,
    ]);
    expect((await page({ requestId, dateFrom: '2026-06-06T07:57:43+02:00' })).content).toHaveLength(1);
    expect((await page({ requestId, dateFrom: at, dateTo: at })).content).toEqual([]);
    expect((await page({ requestId, dateTo: '2026-06-06T05:57:43.001Z' })).content).toHaveLength(1);
    expect((await page({ requestId, dateFrom: '2016-12-31T23:59:60Z' })).content).toHaveLength(1);
    expect((await page({ requestId, dateFrom: '0000-01-01T00:00:00Z' })).content).toHaveLength(1);
  });
});

describe('pages', () => {
  test('are in the order of acceptance, without gaps and repetitions, and know whether there are more', async () => {
    const ids: string[] = [];
    for (let message = 0; message < 7; message += 1) ids.push(await schedule(far, 'paging-key'));
    const idsOf = async (body: object) => {
      const { hasNext, content } = await page(body, 'paging-key');
      return { hasNext, ids: content.map(({ requestId }) => requestId) };
    };
    const newestFirst = ids.toReversed();
    expect(await idsOf({})).toEqual({ hasNext: false, ids: newestFirst });
    expect(await idsOf({ limit: 3 })).toEqual({ hasNext: true, ids: newestFirst.slice(0, 3) });
    expect(await idsOf({ limit: 3, offset: 3 })).toEqual({ hasNext: true, ids: newestFirst.slice(3, 6) });
    expect(await idsOf({ limit: 3, offset: 6 })).toEqual({ hasNext: false, ids: newestFirst.slice(6) });
    expect(await idsOf({ limit: 7 })).toEqual({ hasNext: false, ids: newestFirst });
    expect(await idsOf({ offset: 100_000 })).toEqual({ hasNext: false, ids: [] });
    const sort = (direction?: string) => [{ property: 'messageId', ...(direction && { direction }) }];
    expect(await idsOf({ sort: sort('ASC'), limit: 2 })).toEqual({ hasNext: true, ids: ids.slice(0, 2) });
    for (const order of [sort('DESC'), sort(), []])
      expect(await idsOf({ sort: order })).toEqual({ hasNext: false, ids: newestFirst });
  });

  test('end before they are too large, and say that there are more', async () => {
    const long = 'x'.repeat(900_000);
    for (let message = 0; message < 6; message += 1)
      await schedule({ ...far, content: { smsContent: text(`${message} ${long}`) } }, 'large-key');
    const first = await page({}, 'large-key');
    expect(first.hasNext).toBe(true);
    expect(JSON.stringify(first).length).toBeLessThan(pageBytes + 1_000);
    expect(first.content).toHaveLength(4);
    const second = await page({ offset: 4 }, 'large-key');
    expect(second.content).toHaveLength(2);
    expect(second.hasNext).toBe(false);
  });
});

test('what PostgreSQL would not take for JSON is read back, too', async () => {
  const words = '\0 \ud800 \\u0000 "\n\u007f\u2028 語';
  const content = { chattwoContent: text(words), smsContent: text(`${words} by SMS`) };
  const requestId = await schedule({ ...far, cascadeId: 2003, content, comment: '"\\ \t' });
  const [entry] = (await page({ requestId })).content;
  expect(entry).toMatchObject({ content: text(words), comment: '"\\ \t', channelType: 'CHATTWO' });
  expect(Object.keys(entry ?? {})).toEqual(Object.keys((await page({ limit: 1 })).content[0] ?? {}));
});

describe('a filter by channel or sender', () => {
  const filter = { channels: ['CHATTWO'], ascending: false, offset: 0, limit: 100 };
  const search = async (part: object, examined: number) => {
    const { rows } = await database.pool.query(`select id from cascade.accounts where name = 'searching'`);
    const page = await withClient(database.pool, (client) =>
      readPage(client, rows[0].id, { ...filter, ...part }, examined),
    );
    return JSON.parse(page);
  };

  test('examines a limited number of messages, and says where to go on', async () => {
    const chattwo = { cascadeId: 2003, content: { chattwoContent: text('x'), smsContent: text('x') } };
    const requestId = await schedule({ ...far, ...chattwo }, 'searching-key');
    for (let count = 0; count < 4; count += 1) await schedule(far, 'searching-key');
    expect(await search({}, 5)).toMatchObject({ hasNext: false, content: [{ requestId }] });
    expect(await search({}, 5)).not.toHaveProperty('searchedUntil');
    const first = await search({}, 4);
    expect(first).toMatchObject({ hasNext: false, content: [], searchedUntil: expect.any(String) });
    expect(await search({ to: new Date(first.searchedUntil) }, 4)).toMatchObject({
      content: [{ requestId }],
    });
    const oldest = await search({ ascending: true }, 1);
    expect(oldest.content).toMatchObject([{ requestId }]);
    const rest = await search(
      { ascending: true, channels: ['SMS'], from: new Date(oldest.searchedUntil) },
      5,
    );
    expect(rest.content).toHaveLength(4);
    expect(await search({ channels: undefined, subjectId: 99 }, 4)).toHaveProperty('searchedUntil');
    expect(await search({ channels: undefined }, 4)).not.toHaveProperty('searchedUntil');
  });
});

describe('an account', () => {
  test('sees its own messages only', async () => {
    const subscriberFilter = { address: '+12025550199', type: 'PHONE' };
    const requestId = await schedule({ ...far, subscriberFilter });
    const [{ messageId } = {}] = (await page({ requestId })).content;
    for (const body of [{ requestId }, { messageId }, { subscriberFilter }, {}])
      expect((await page(body, 'second-key')).content).toEqual([]);
  });

  test('that may send older list requests is answered as if it had sent the described ones', async () => {
    await schedule(far, 'lenient-key');
    const described = await page({}, 'lenient-key');
    expect(await page([], 'lenient-key')).toEqual(described);
    expect(await page({ limit: 0 }, 'lenient-key')).toEqual(described);
    const headers = { 'content-type': 'application/json', 'x-api-key': 'lenient-key' };
    const slash = { method: 'POST', path: '/api/messages/history/', headers, body: {} };
    expect((await send(service.url, slash)).body).toEqual(described);
    const strict = { ...slash, headers: { ...headers, 'x-api-key': 'first-key' } };
    expect(await send(service.url, strict)).toMatchObject({ status: 404 });
    for (const body of [[], { limit: 0 }])
      expect(await askHistory(service.url, body, 'first-key')).toMatchObject({ status: 400 });
  });
});

describe('what is hostile', () => {
  test.each([
    [{ requestId: 17 }],
    [{ requestId: '' }],
    [{ requestId: 'x'.repeat(257) }],
    [{ requestId: null }],
    [{ messageId: -1 }],
    [{ messageId: 1.5 }],
    [{ messageId: 1e300 }],
    [{ subscriberFilter: '+12025550100' }],
    [{ subscriberFilter: { address: 17, type: 'PHONE' } }],
    [{ channelTypes: 'SMS' }],
    [{ channelTypes: [{}] }],
    [{ subjectId: 2147483648 }],
    [{ dateFrom: 'yesterday' }],
    [{ dateFrom: '2026-06-06T05:57:43' }],
    [{ dateFrom: '2026-06-07T00:00:00Z', dateTo: '2026-06-06T00:00:00Z' }],
    [{ sort: [{ property: 'address' }] }],
    [{ sort: [{ property: 'messageId', direction: 'UP' }] }],
    [{ offset: -1 }],
    [{ offset: 100_001 }],
    [{ limit: 1_001 }],
    [{ limit: '5' }],
    ['text'],
    [null],
    [[{}]],
  ])('is refused: %j', async (body) => {
    const answer = await askHistory(service.url, body, 'first-key');
    expect(answer.body).toMatchObject({
      title: 'matched-template-not-found',
      status: 400,
      detail: expect.any(String),
    });
  });

  test.each([
    [{ requestId: "' or true --" }],
    [{ subscriberFilter: { address: 'x'.repeat(1_024), type: 'PHONE' } }],
    [{ channelTypes: ['\0', '{', '"'] }],
    [{ dateFrom: '9999-12-31T23:59:59Z' }],
  ])('matches nothing: %j', async (body) => {
    expect(await page(body)).toEqual({ hasNext: false, content: [] });
  });

  test('is found again: an address as long as one may be', async () => {
    const address = `\u0001${randomUUID()}${'語'.repeat(900)}`;
    const requestId = await schedule({ ...far, subscriberFilter: { address, type: 'PHONE' } });
    const { content } = await page({ subscriberFilter: { address, type: 'PHONE' } });
    expect(content).toMatchObject([{ requestId }]);
  });
});

/** Of `readerPatience`. */
const longestReadMs = 5_000;

/** The page; a read that took longer than it may, as on a busy machine, is repeated. */
async function pageInTime(body: unknown, key: string): Promise<HistoryPage> {
  for (;;) {
    const begin = performance.now();
    const answer = await askHistory(service.url, body, key);
    const isLate = performance.now() - begin >= longestReadMs;
    if (answer.status !== 503 || !isLate) return pageFrom(answer);
    process.stdout.write('a read took too long: cannot be judged on a machine this busy, asked again\n');
  }
}

test('50 at once are answered, while messages are accepted', async () => {
  const ids = await Promise.all(Array.from({ length: 50 }, () => schedule(far, 'busy-key')));
  const asked = Promise.all(ids.map((requestId) => pageInTime({ requestId }, 'busy-key')));
  const [pages] = await Promise.all([asked, ...ids.map(() => schedule(far, 'busy-key'))]);
  expect(pages.map(({ content }) => content[0]?.requestId)).toEqual(ids);
});

test('a read that waits too long is answered with 503 and Retry-After, and the intake goes on', async () => {
  const blocker = await database.pool.connect();
  try {
    await blocker.query('begin');
    await blocker.query('lock table cascade.stage_attempts in access exclusive mode');
    const answers = Array.from({ length: 8 }, () => askHistory(service.url, {}, 'second-key'));
    await schedule(far, 'second-key');
    for (const answer of await Promise.all(answers))
      expect(answer).toMatchObject({
        status: 503,
        retryAfter: '1',
        // The others waited for the first one.
        body: { title: 'service-unavailable', detail: expect.stringContaining('carried out') },
      });
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  expect((await page({}, 'second-key')).content).not.toEqual([]);
});

interface HistoryPage {
  readonly hasNext: boolean;
  readonly content: readonly Readonly<Record<string, unknown>>[];
}

/** Asks the service at that address for the message history. */
function askHistory(url: string, body: unknown, key = 'demo-key'): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  return send(url, { method: 'POST', path: '/api/messages/history', headers, body });
}

/** A page that the service returned. */
async function pageOf(url: string, body: unknown, key?: string): Promise<HistoryPage> {
  return pageFrom(await askHistory(url, body, key));
}

function pageFrom({ status, body }: Answer): HistoryPage {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body as HistoryPage;
}
