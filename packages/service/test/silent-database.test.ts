import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anAccount, signedAccounts } from '../src/testing/declare.ts';
import { scheduling, send } from '../src/testing/requests.ts';
import { type ServerBehindProxy, startServerBehindProxy } from '../src/testing/server-behind-proxy.ts';
import { type ServiceProcess, startTestService } from '../src/testing/start-test-service.ts';
import { type StatusReceiver, startStatusReceiver } from '../src/testing/status-receiver.ts';

let server: ServerBehindProxy;
let service: ServiceProcess;
let receiver: StatusReceiver;
/** For a busy machine; npm run proofs -- database measures. */
const patience = { timeout: 120_000, interval: 50 };

beforeEach(async () => {
  server = await startServerBehindProxy();
  receiver = await startStatusReceiver();
  service = await startTestService({
    where: 'process',
    database: server.databaseUrl,
    accounts: await signedAccounts([anAccount('loaded', { balance: 1_000_000_000 })]),
  });
  await receiver.register(service.url, 'loaded-key');
}, 90_000);

afterEach(async () => {
  await service?.kill();
  await receiver?.close();
  await server?.remove();
}, 60_000);

/** Callers that send until they are told to stop; resolves with the answers, by request id. */
function startLoad() {
  const answers = new Map<string, number>();
  let isOver = false;
  const caller = async () => {
    while (!isOver) {
      const request = scheduling({}, 'loaded-key');
      const { requestId } = request.body as { readonly requestId: string };
      const { status } = await send(service.url, request);
      answers.set(requestId, status);
      await pause(10);
    }
  };
  const callers = Promise.all(Array.from({ length: 6 }, caller));
  // A test that fails earlier ends the service under its callers; what it reports is its own failure.
  callers.catch(() => {});
  const accepted = () => [...answers].filter(([, status]) => status === 200).map(([id]) => id);
  return {
    accepted,
    async stop() {
      isOver = true;
      await callers;
      return answers;
    },
  };
}

/** Every acknowledged message was reported as delivered, and exists once. */
async function expectNothingLost(accepted: readonly string[]): Promise<void> {
  await vi.waitFor(() => {
    const delivered = receiver.events().filter(({ status }) => status === 'DELIVERED');
    const ids = new Set(delivered.map(({ requestId }) => requestId));
    expect(accepted.filter((id) => !ids.has(id))).toEqual([]);
  }, patience);
  const doubles = await server.ask(
    'select request_id from cascade.messages group by request_id having count(*) > 1',
  );
  expect(doubles).toEqual([]);
}

test.each(['silence', 'stopBackends'] as const)(
  'after a %s under load the service accepts again by itself; nothing is lost or refused as a repetition',
  { timeout: 300_000 },
  async (fault) => {
    const load = startLoad();
    await vi.waitFor(() => expect(load.accepted().length).toBeGreaterThan(30), patience);
    const goOn = fault === 'silence' ? server.proxy.silence() : await server.stopBackends();
    const before = load.accepted().length;
    await vi.waitFor(() => expect(load.accepted().length).toBeGreaterThan(before + 30), patience);
    goOn?.();
    // Every request has an answer, and none is told that its own first try was accepted.
    const statuses = new Set((await load.stop()).values());
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await expectNothingLost(load.accepted());
    expect(await service.stop()).toBe(0);
  },
);

test('a service whose database is silent for good says so, answers 503, and ends when it is told to', {
  timeout: 300_000,
}, async () => {
  server.proxy.silenceAll();
  const { status, retryAfter } = await send(service.url, scheduling({}, 'loaded-key'));
  expect(status).toBe(503);
  expect(retryAfter).not.toBeNull();
  const ready = await fetch(`${service.operationsUrl}/readyz`);
  expect(ready.status).toBe(503);
  // SIGKILL would be no exit code.
  expect(await service.stop()).not.toBeNull();
});
