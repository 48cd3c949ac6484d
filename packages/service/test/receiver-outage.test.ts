import { type Receiver, startReceiver } from '@cascade/test-kit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dispatcherSettings } from '../src/callbacks/dispatcher.ts';
import { type Callbacks, startCallbacks } from '../src/callbacks/start-callbacks.ts';
import { type Jobs, openJobs } from '../src/jobs/open-jobs.ts';
import { silent } from '../src/log.ts';
import {
  addAccount,
  addEvent,
  eventsOf,
  newSecret,
  noEventPending,
} from '../src/testing/callback-accounts.ts';
import { withTestDatabase } from '../src/testing/test-database.ts';

const database = withTestDatabase();
const hour = 3_600;
/** When attempts are to be made, in seconds, as ADR-0018 has it without the jitter. */
const planned = [0, 4, 132, ...Array.from({ length: 24 }, (_, at) => 2_180 + at * hour)];
let jobs: Jobs;
let callbacks: Callbacks | undefined;
let receiver: Receiver | undefined;

beforeAll(async () => {
  jobs = await openJobs({ connectionString: database.connectionString });
});

afterEach(async () => {
  await callbacks?.stop();
  await receiver?.close();
});

afterAll(() => jobs.close());

/**
 * An event for a receiver that answers 500 for so long, on a clock that started two days ago, so that whatever it says
 * is due for the database; it jumps to the next attempt that is planned as soon as one has failed.
 */
async function throughOutageOf(seconds: number) {
  const begin = Math.floor(Date.now() / 1_000) - 48 * hour;
  const again: number[] = [];
  let failures = 0;
  const elapsed = () => planned[failures] ?? Number.POSITIVE_INFINITY;
  receiver = await startReceiver((response) => response.writeHead(elapsed() < seconds ? 500 : 200).end());
  const account = await addAccount(database.pool, { url: receiver.url, secrets: [newSecret()] });
  await addEvent(database.pool, jobs, account);
  // One event: the back-off of its destination is another matter.
  const circuit = { ...dispatcherSettings.circuit, failures: Number.POSITIVE_INFINITY };
  callbacks = startCallbacks({
    pool: database.pool,
    jobs,
    log: silent,
    allowLoopback: true,
    now: () => new Date((begin + elapsed()) * 1_000),
    // Asked for the jitter of each further attempt, after the time was.
    random() {
      failures += 1;
      return 0;
    },
    dispatcher: { ...dispatcherSettings, circuit },
    pauseMs: { shortest: 5, longest: 20 },
    onOutcome: (outcome) => outcome.again && again.push(outcome.again.getTime() / 1_000 - begin),
  });
  await noEventPending(database.pool, account);
  await callbacks.stop();
  const attempts = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']) - begin);
  const [event] = await eventsOf(database.pool, account);
  // The plan is the service's own.
  expect(again).toEqual(attempts.slice(1));
  return { event, attempts };
}

test('an outage of three minutes is over for the sender after 36', async () => {
  const { event, attempts } = await throughOutageOf(180);
  expect(attempts).toEqual([0, 4, 132, 2_180]);
  expect(event).toMatchObject({ state: 'delivered', attempts: 4 });
});

test('an outage of 20 hours costs no event', async () => {
  const { event, attempts } = await throughOutageOf(20 * hour);
  expect(attempts).toEqual(planned.slice(0, 24));
  expect(event).toMatchObject({ state: 'delivered', attempts: 24 });
});

test('after a day the event is given up', async () => {
  const { event, attempts } = await throughOutageOf(48 * hour);
  expect(attempts).toEqual(planned);
  expect(event).toMatchObject({ state: 'given-up', attempts: 27, last_result: '500' });
});
