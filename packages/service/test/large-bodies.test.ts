import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { audit } from '../src/testing/audit.ts';
import { signedAccounts } from '../src/testing/declare.ts';
import { scheduling, send } from '../src/testing/requests.ts';
import { type ServiceProcess, startTestService } from '../src/testing/start-test-service.ts';
import { withTestDatabase } from '../src/testing/test-database.ts';

/** For JavaScript, in MiB; some 60 are used at rest. */
const heap = 160;
const requests = 30;
const database = withTestDatabase();
let service: ServiceProcess;

beforeAll(async () => {
  service = await startTestService({
    where: 'process',
    database: database.connectionString,
    accounts: await signedAccounts(),
    environment: { NODE_OPTIONS: `--max-old-space-size=${heap}` },
  });
});

afterAll(async () => {
  expect(await service?.stop()).toBe(0);
});

test(`${requests} of the largest requests at once do not fit into the memory: some get 503, none is lost`, {
  timeout: 300_000,
}, async () => {
  // Later, and all at the same time: then the engine has them all before it at once, too.
  const startTime = new Date(Date.now() + 2_000).toISOString();
  const answers = await Promise.all(
    Array.from({ length: requests }, () => send(service.url, largest(startTime))),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(requests);
  for (const answer of refused)
    expect(answer).toMatchObject({ status: 503, retryAfter: '1', body: { title: 'service-unavailable' } });
  let accepted = requests - refused.length;
  while (accepted < requests)
    if ((await send(service.url, largest(startTime))).status === 200) accepted += 1;
    else await pause(100);
  await vi.waitFor(
    async () => expect(await audit(database.pool)).toMatchObject({ messages: requests, notEnded: 0 }),
    { timeout: 60_000, interval: 200 },
  );
  expect(service.hasEnded).toBe(false);
});

test('bodies that are twenty times as large once they are parsed are refused, and not kept', async () => {
  const text = { contentType: 'TEXT', text: 'x', extra: Array(340_000).fill({}) };
  const answers = await Promise.all(
    Array.from({ length: requests }, () => send(service.url, scheduling({ content: { smsContent: text } }))),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect(statuses.has(400)).toBe(true);
  expect([...statuses].filter((status) => ![400, 503].includes(status))).toEqual([]);
  expect((await send(service.url, scheduling())).status).toBe(200);
});

/** All quotation marks: each is two characters of JSON, and four of an array of JSON. */
function largest(startTime: string) {
  const text = '"'.repeat(520_000);
  return scheduling({ startTime, content: { smsContent: { contentType: 'TEXT', text } } });
}
