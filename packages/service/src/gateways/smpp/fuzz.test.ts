import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { listen, seededRandom } from '@cascade/repository/test-kit';
import { expect, test, vi } from 'vitest';
import { newKeyedId } from '../../store/message-key.ts';
import { DrawnSmsc, timeoutMs, watchStalls } from '../../testing/smpp/drawn-smsc.ts';
import { noOptOuts } from '../../testing/smpp/use-smsc.ts';
import { heldLease } from '../../testing/values.ts';
import { GatewayLane } from '../gateway-lane.ts';
import { createSmppGateway } from './create-smpp-gateway.ts';
import type { SmppSettings } from './smpp-connection.ts';

// In each session, an SMSC that is drawn from a seed misbehaves for the first binds and submits, and texts
// are sent until each has its result. `SESSIONS=10000` takes ten minutes; a fault names its seed, which
// `SEED=… SESSIONS=1` repeats.
const firstSeed = Number(process.env.SEED ?? 1);
const sessions = Number(process.env.SESSIONS ?? 60);
const atOnce = 40;
/** In which every text must have its result: the machine may be busy. */
const patienceMs = 120_000;
const silentLog = { info() {}, warn() {}, error() {} };

const settingsOf = (draw: (below: number) => number): Partial<SmppSettings> => ({
  window: [1, 3, 10][draw(3)] ?? 1,
  binds: 1 + draw(2),
  bind: draw(4) === 0 ? 'transmitter and receiver' : 'transceiver',
});

/** Resolves to the laws that the client has broken. */
async function runSession(seed: number): Promise<readonly string[]> {
  const random = seededRandom(seed);
  const draw = (below: number) => Math.floor(random() * below);
  const settings = settingsOf(draw);
  const { window = 1, binds = 1 } = settings;
  const smsc = new DrawnSmsc(seed, draw, window * binds);
  const server = createServer((socket) => smsc.serve(socket));
  const circuit = { failures: 10, shortestPause: 20, longestPause: 100 };
  const lane = new GatewayLane({ places: window * binds, hasLink: true, circuit });
  const attempts = new Map<string, string>();
  const gateway = createSmppGateway({
    name: 'SMS',
    settings: {
      host: '127.0.0.1',
      port: await listen(server),
      systemId: 'cascade',
      password: 'secret',
      timeoutSeconds: timeoutMs / 1_000,
      enquireSeconds: 0.4,
      reconnectSeconds: 0.005,
      longTexts: 'parts',
      ...settings,
    },
    lane,
    log: silentLog,
    optOuts: noOptOuts,
    receipts: {
      async apply({ reference }, heard) {
        const id = reference.slice('smpp:SMS:'.length);
        if (heard === undefined) return false;
        smsc.handled.add(id);
        if (attempts.get(heard) !== smsc.destinationOf.get(id))
          smsc.faults.add(`the receipt of ${id} is of another`);
        return true;
      },
      applyToPart: async () => false,
      keepParts: async () => {},
      keep: async ({ reference }) => void smsc.handled.add(reference.slice('smpp:SMS:'.length)),
    },
  });
  const stopsEarly = draw(8) === 0;
  const ended = new AbortController();
  const until = performance.now() + patienceMs;

  async function send(n: number): Promise<void> {
    const destination = `1202555${String(n).padStart(4, '0')}`;
    const attemptId = newKeyedId({ accountId: 1 + draw(3), messageId: 1 + n });
    const parts = draw(5) === 0 ? 3 : 1;
    const text = parts === 1 ? `Code ${n}` : 'x'.repeat(400);
    const subject = null;
    const attempt = {
      attemptId,
      channel: 'SMS',
      address: `+${destination}`,
      addressType: 'PHONE',
      subject,
    } as const;
    attempts.set(attemptId, destination);
    await pause(draw(200));
    while (performance.now() < until && !ended.signal.aborted)
      try {
        smsc.judgeResult(
          destination,
          parts,
          await gateway.send({ ...attempt, content: { text } }, heldLease),
        );
        return;
      } catch {
        await pause(5 + draw(20));
      }
    if (!stopsEarly) smsc.faults.add(`${destination} has no result after ${patienceMs} ms`);
  }

  const all = Promise.all(Array.from({ length: 1 + draw(14) }, (_, n) => send(n)));
  if (stopsEarly) await pause(draw(600));
  else {
    const late = pause(patienceMs + 5_000, false, { signal: ended.signal }).catch(() => true);
    if (!(await Promise.race([all.then(() => true), late]))) smsc.faults.add('a call did not settle');
    await smsc.quiet();
  }
  ended.abort();
  await gateway.stop();
  await all;
  await smsc.closed();
  server.close();
  await once(server, 'close');
  return [...smsc.faults];
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Octets that are in use. */
function heapInUse(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

const held = () => process.getActiveResourcesInfo().filter((name) => /^(Timeout|TCP)/.test(name)).length;

test(`seed ${firstSeed}: a gateway keeps its laws with ${sessions} drawn SMSCs`, async () => {
  const heldBefore = held();
  const heapBefore = heapInUse();
  const watch = watchStalls();
  const faults: string[] = [];
  let next = firstSeed;

  async function work(): Promise<void> {
    while (next < firstSeed + sessions) {
      const seed = next;
      next += 1;
      for (const fault of await runSession(seed)) faults.push(`SEED=${seed}: ${fault}`);
    }
  }

  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, sessions) }, work));
  } finally {
    clearInterval(watch);
  }
  expect(faults).toEqual([]);
  // No socket, server or timer outlives the gateways.
  await vi.waitFor(() => expect(held()).toBeLessThanOrEqual(heldBefore), { timeout: 60_000 });
  expect(heapInUse() - heapBefore).toBeLessThan(20e6 + sessions * 10_000);
}, 3_600_000);
