import { type Receiver, startReceiver } from '@cascade/repository/test-kit';
import { afterEach, expect, test } from 'vitest';
import { dispatcherSettings } from '../src/callbacks/dispatch/dispatcher.ts';
import { type Callbacks, startCallbacks } from '../src/callbacks/start-callbacks.ts';
import { systemClock } from '../src/clock.ts';
import { silent } from '../src/log.ts';
import { loneReplica } from '../src/testing/replicas.ts';
import { addAccount, addEvent, eventsOf, later, newSecret, noEventPending } from '../src/testing/rows.ts';
import { withTestDatabase } from '../src/testing/test-database.ts';

const database = withTestDatabase();
const hour = 3_600;
/** When attempts are to be made, in seconds, as ADR-0018 has it without the jitter. */
const planned = [0, 4, 132, ...Array.from({ length: 24 }, (_, at) => 2_180 + at * hour)];
let callbacks: Callbacks | undefined;
let receiver: Receiver | undefined;

afterEach(async () => {
  await callbacks?.stop();
  await receiver?.close();
});

/**
 * An event for a receiver that answers 500 for so long. When an attempt has failed, the test lets the time
 * until the next one pass: on the clock of the process, and in the rows of the database.
 */
async function throughOutageOf(seconds: number) {
  const begin = Math.floor(Date.now() / 1_000);
  const delays: number[] = [];
  const elapsed = () => delays.reduce((sum, delay) => sum + delay, 0);
  receiver = await startReceiver((response) => response.writeHead(elapsed() < seconds ? 500 : 200).end());
  const account = await addAccount(database.pool, { url: receiver.url, secrets: [newSecret()] });
  await addEvent(database.pool, account);
  // One event: the back-off of its destination is another matter.
  const circuit = { ...dispatcherSettings.circuit, failures: Number.POSITIVE_INFINITY };
  callbacks = startCallbacks({
    pool: database.pool,
    replica: loneReplica(),
    log: silent,
    allowLoopback: true,
    clock: { ...systemClock, wall: () => new Date((begin + elapsed()) * 1_000) },
    random: () => 0,
    dispatcher: { ...dispatcherSettings, circuit },
    pauseMs: { shortest: 5, longest: 20 },
    onOutcome({ eventId, againInMs }) {
      if (againInMs === undefined) return;
      delays.push(againInMs / 1_000);
      void letPass(eventId, againInMs);
    },
  });
  await noEventPending(database.pool, account);
  await callbacks.stop();
  const attempts = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']) - begin);
  const [event] = await eventsOf(database.pool, account);
  return { event, attempts };
}

/** Moves what the database knows of the event into the past. */
async function letPass(eventId: string, milliseconds: number): Promise<void> {
  const parameters = [eventId, milliseconds];
  await database.pool.query(
    `update cascade.status_events set first_due_at = ${later('first_due_at', "$2 * interval '-1 ms'")} where id = $1`,
    parameters,
  );
  await database.pool.query('update cascade.waiting set due_at = now() where event_id = $1', [eventId]);
  await database.pool.query('update cascade.waiting_lanes set next_at = now()');
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
