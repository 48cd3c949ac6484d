import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { CatalogueRequest } from '@cascade/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { audit, nothingWrong } from '../src/testing/audit.ts';
import { aCascade, anAccount, signedAccounts } from '../src/testing/declare.ts';
import { freeWork } from '../src/testing/replicas.ts';
import { type Answer, scheduling, send } from '../src/testing/requests.ts';
import { type ServiceProcess, startTestService } from '../src/testing/start-test-service.ts';
import { type StatusReceiver, startStatusReceiver } from '../src/testing/status-receiver.ts';
import { withTestDatabase } from '../src/testing/test-database.ts';

const database = withTestDatabase();
const affordable = 40;
const richBalance = 1_000_000;
const prices = { SMS: 5, CHATONE: 2, CHATTWO: 3 };
const exact = anAccount('exact', { balance: affordable * prices.SMS });
const rich = anAccount('rich', {
  prices,
  balance: richBalance,
  cascades: [aCascade(3, ['CHATTWO', 'CHATONE', 'SMS'])],
});

let replicas: readonly ServiceProcess[] = [];
let receiver: StatusReceiver;
const patience = { timeout: 120_000, interval: 50 };

beforeAll(async () => {
  receiver = await startStatusReceiver();
  const accounts = await signedAccounts([exact, rich]);
  const start = () => startTestService({ where: 'process', database: database.connectionString, accounts });
  replicas = await Promise.all([start(), start(), start()]);
  for (const key of ['demo-key', 'exact-key', 'rich-key']) await receiver.register(urls()[0] ?? '', key);
});

afterAll(async () => {
  const exitCodes = await Promise.all(replicas.filter((one) => !one.hasEnded).map((one) => one.stop()));
  await receiver?.close();
  expect(exitCodes.filter((code) => code !== 0)).toEqual([]);
});

const urls = () => replicas.filter(({ hasEnded }) => !hasEnded).map(({ url }) => url);
const urlFor = (index: number) => urls()[index % urls().length] ?? '';

test('of 50 requests with one request id, over all replicas at once, one is accepted', async () => {
  const request = scheduling();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => send(urlFor(at), request)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body);
  expect(new Set(refused.map((body) => JSON.stringify(body)))).toEqual(
    new Set([
      JSON.stringify({ title: 'requestId-is-not-unique', status: 400, detail: '/requestId: used before' }),
    ]),
  );
});

test(`money for ${affordable} messages is enough for ${affordable}, whichever replica is asked`, async () => {
  const requests = Array.from({ length: 3 * affordable }, () => scheduling({}, 'exact-key'));
  const answers = await Promise.all(requests.map((request, at) => send(urlFor(at), request)));
  const accepted = answers.filter(({ status }) => status === 200);
  expect(accepted).toHaveLength(affordable);
  for (const { status, body } of answers)
    if (status !== 200) expect(body).toMatchObject({ title: 'out-of-balance', status: 400 });
  await vi.waitFor(async () => expect(await audit(database.pool)).toMatchObject(nothingWrong), patience);
  expect(await balanceOf('exact')).toBe(0);
});

test('what a replica leaves behind that is killed at work goes on elsewhere', {
  timeout: 300_000,
}, async () => {
  const ofEach = 150;
  const requests = Array.from({ length: 2 * ofEach }, (_, at) => toRich(at % 2 === 0));
  const [, , victim] = replicas;
  const accepted = await sideBySide(24, requests, async (request, at) => {
    if (at === ofEach && victim !== undefined) await killAtWork(victim);
    return insist([urlFor(at), ...urls()], request);
  });
  expect(accepted).toEqual(requests.map(() => true));
  await missHeartbeats();
  await vi.waitFor(async () => expect(await audit(database.pool)).toMatchObject(nothingWrong), patience);

  const delivered = receiver.events().filter(({ status }) => status === 'DELIVERED');
  const ids = new Set(delivered.map(({ requestId }) => requestId));
  expect(requests.filter((request) => !ids.has(requestIdOf(request)))).toEqual([]);
  const { CHATTWO, CHATONE, SMS } = prices;
  const spent = ofEach * (CHATTWO + CHATTWO + CHATONE + SMS);
  expect(await balanceOf('rich')).toBe(richBalance - spent);
});

/** +12025550130 is reached at the last stage only, other numbers at the first. */
function toRich(isReachedByChat: boolean): CatalogueRequest {
  const address = isReachedByChat ? '+12025550199' : '+12025550130';
  const one = { contentType: 'TEXT', text: randomUUID() };
  const content = { chattwoContent: one, chatoneContent: one, smsContent: one };
  return scheduling({ cascadeId: 3, subscriberFilter: { address, type: 'PHONE' }, content }, 'rich-key');
}

function requestIdOf({ body }: CatalogueRequest): string {
  return typeof body === 'object' && body !== null && 'requestId' in body ? String(body.requestId) : '';
}

/** Stops the replica (SIGSTOP) until it holds messages that have not ended, and ends it then. */
async function killAtWork(replica: ServiceProcess): Promise<void> {
  for (;;) {
    process.kill(replica.pid, 'SIGSTOP');
    const before = await unfinished();
    // The others end theirs meanwhile.
    for (const _ of Array(3)) await send(urlFor(0), scheduling());
    const still = new Set(await unfinished());
    if (before.some((id) => still.has(id))) return replica.kill();
    process.kill(replica.pid, 'SIGCONT');
    await send(replica.url, scheduling());
  }
}

async function unfinished(): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    "select id::text from cascade.messages where state <> 'ended'",
  );
  return rows.map(({ id }) => id);
}

async function balanceOf(account: string): Promise<number> {
  const { rows } = await database.pool.query('select balance from cascade.accounts where name = $1', [
    account,
  ]);
  return rows[0]?.balance;
}

/** What happens by itself ten seconds after a replica has died. */
async function missHeartbeats(): Promise<void> {
  await freeWork(database.pool);
}

/** Does the work for each item, `callers` at once; results are in the order of the items. */
async function sideBySide<Item, Result>(
  callers: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  const caller = async () => {
    for (const [index, item] of rest) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return results;
}

/** Rounds over all services, a second apart: longer than any of them is too busy. */
const rounds = 60;

/**
 * Sends a request to each service in turn, again and again as Retry-After asks, until one has room for it;
 * true if it is accepted. After a broken connection, or 503, `requestId-is-not-unique` means that an earlier
 * try was accepted.
 */
async function insist(urls: readonly string[], request: CatalogueRequest): Promise<boolean> {
  let isAmbiguous = false;
  for (let round = 0; round < rounds; round += 1) {
    for (const url of urls) {
      const answer = await send(url, request).catch(() => undefined);
      if (answer !== undefined && answer.status !== 503)
        return answer.status === 200 || (isAmbiguous && isRepeat(answer));
      isAmbiguous = true;
    }
    await setTimeout(1_000);
  }
  return false;
}

function isRepeat({ body }: Answer): boolean {
  return JSON.stringify(body).includes('requestId-is-not-unique');
}
