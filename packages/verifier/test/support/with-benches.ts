import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createArrivals, serve } from '@cascade/repository/test-kit';
import type { RunningService } from '@cascade/service';
import { anAccount, readDemoAccounts, startTestService } from '@cascade/service/testing';
import { afterAll, beforeAll } from 'vitest';
import type { MakeChange } from '../../mutants/mutant.ts';
import { startMutantProxy } from '../../mutants/proxy/mutant-proxy.ts';
import { type JsonObject, readCall, requestBody } from '../../mutants/proxy/wire.ts';
import { callbackSecret, lengthLimit, notActivated } from '../../mutants/witness/requests.ts';
import {
  type AskedRequest,
  type Bench,
  jsonBodyOf,
  type SeenCallback,
  type Witness,
} from '../../mutants/witness/witness.ts';
import type { Channel } from '../../src/generated/profile.ts';

/** Sends over a connection of its own, with header names as they are written. */
export function send(
  base: string,
  { method = 'GET', path = '/', headers = {}, body }: AskedRequest,
): ReturnType<Bench['send']> {
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const length = { 'content-length': Buffer.byteLength(bytes) };
    const outgoing = request(base + path, { method, headers: { ...headers, ...length }, agent: false });
    outgoing.on('error', reject).on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
          ),
          text: Buffer.concat(chunks).toString(),
          writtenNames: incoming.rawHeaders.filter((_, at) => at % 2 === 0),
        }),
      );
    });
    outgoing.end(bytes);
  });
}

const purses = 60;
const listeners = 40;
const price = 5;

/** Keys of accounts whose balance covers this number of SMS messages. */
function purseKeys(size: 1 | 2): string[] {
  return Array.from({ length: purses }, (_, at) => `purse-${size}-${at}-key`);
}

/** Keys of accounts that take callbacks. */
function listenerKeys(): string[] {
  return Array.from({ length: listeners }, (_, at) => `listener-${at}-key`);
}

interface DemoCascade {
  readonly stages: readonly { readonly channel: Channel; readonly subject: { readonly subject: string } }[];
}

/** Every sender of the cascades, once and activated. */
function sendersOf(cascades: readonly DemoCascade[]) {
  const senders = cascades.flatMap(({ stages }) =>
    stages.map(({ channel, subject: { subject } }) => ({ channel, subject })),
  );
  return [...new Map(senders.map((sender) => [JSON.stringify(sender), sender])).values()];
}

/** The demo accounts, and what the witnesses need beside them. */
async function witnessAccounts() {
  const demo = await readDemoAccounts();
  const { prices = {}, cascades = [] } = demo[0] ?? {};
  const make = (name: string, more: Parameters<typeof anAccount>[1] = {}) =>
    anAccount(name, { balance: 100_000_000, prices, cascades, ...more });
  const own = {
    id: 777,
    name: 'Not of the demo account',
    stages: [
      { uuid: '77777777-9f0d-4f0e-8d55-0c0d5b1f0777', channel: 'SMS', subject: { id: 1, subject: 'codes' } },
    ],
  } as const;
  const unactivated = {
    id: notActivated,
    name: 'Not activated',
    stages: [
      { uuid: '3c0f6a1e-52d7-4b8e-9a61-7d4e8f900909', channel: 'SMS', subject: { id: 9, subject: 'silent' } },
    ],
  } as const;
  const listening = {
    callback: { secrets: [callbackSecret] },
    cascades: [...cascades, unactivated],
    senders: [...sendersOf(cascades), { channel: 'SMS', subject: 'silent', activated: false } as const],
    // Fits every text that is a UUID, as those of the witnesses are.
    templates: [{ channel: 'CHATTWO', name: 'uuid', text: '{a}-{b}-{c}-{d}-{e}' } as const],
  };
  const more = [
    make('other', { cascades: [...cascades, own] }),
    ...Array.from({ length: listeners }, (_, at) => make(`listener-${at}`, listening)),
    ...[1, 2].flatMap((size) =>
      Array.from({ length: purses }, (_, at) => make(`purse-${size}-${at}`, { balance: size * price })),
    ),
  ];
  return [...demo, ...more];
}

type Relayed = Parameters<NonNullable<Parameters<typeof startMutantProxy>[0]['onRelayed']>>[0];

/** What a proxy has relayed so far, and a way to wait for more. */
interface Relays {
  readonly add: (relayed: Relayed) => void;
  until(holds: (all: readonly Relayed[]) => boolean): Promise<void>;
}

function createRelays(): Relays {
  const all: Relayed[] = [];
  const arrivals = createArrivals();
  return {
    add(relayed) {
      all.push(relayed);
      arrivals.notify();
    },
    async until(holds) {
      await arrivals.until(() => holds(all) || undefined);
    },
  };
}

/** Takes callbacks, each listener on an address of its own. */
interface Receiver {
  listen(answer: (event: JsonObject) => number): Listener;
  close(): Promise<void>;
}

interface Listener {
  readonly url: string;
  readonly seen: readonly SeenCallback[];
}

async function startReceiver(): Promise<Receiver> {
  const listeners: { readonly seen: SeenCallback[]; readonly answer: (event: JsonObject) => number }[] = [];
  const { url: base, close } = await serve(async (incoming, outgoing) => {
    const call = await readCall(incoming);
    const listener = listeners[Number(call.path.slice(1))];
    if (call.method === 'HEAD' || listener === undefined) {
      outgoing.writeHead(listener === undefined ? 404 : 200).end();
      return;
    }
    listener.seen.push({ at: Date.now(), headers: call.headers, text: call.body.toString() });
    outgoing.writeHead(listener.answer(requestBody(call))).end();
  });
  return {
    listen(answer) {
      const listener = { seen: [], answer };
      const at = listeners.push(listener) - 1;
      return { url: `${base}/${at}`, seen: listener.seen };
    },
    close,
  };
}

interface BenchOptions {
  /** Where requests go. */
  readonly base: string;
  /** Where registrations go, and the messages of which the outcome is reported. */
  readonly proxy: string;
  readonly relays: Relays;
  readonly receiver: Receiver;
  readonly purse: Bench['purse'];
  readonly restart: Bench['restart'];
  /** Keys of accounts with a callback address that are not in use. */
  readonly listeners: string[];
}

function createBench({ base, proxy, relays, receiver, purse, restart, listeners }: BenchOptions): Bench {
  return {
    purse,
    restart,
    address: () => receiver.listen(() => 204).url,
    send: (asked) => send(base, asked),
    async callbacksOf(all, { status, attempts = 1, milliseconds }, answer = () => 204) {
      const key = listeners.pop();
      if (key === undefined) throw new Error('all listeners are in use: declare more of them');
      const headers = { 'content-type': 'application/json', 'x-api-key': key };
      const { url, seen } = receiver.listen(answer);
      const body = { statusCallbackUrl: url };
      await send(proxy, { method: 'POST', path: '/api/callback/set', headers, body });
      const asks = [all].flat();
      const { requestId } = jsonBodyOf({ text: JSON.stringify(asks.at(-1)?.body) });
      for (const before of asks.slice(0, -1)) await send(proxy, { ...before, headers });
      const answered = await send(proxy, { ...asks.at(-1), headers });
      const isMeant = ({ event }: Relayed) => event.requestId === requestId && event.status === status;
      const come = () => relays.until((relayed) => relayed.filter(isMeant).length >= attempts);
      const limit = milliseconds === undefined ? [] : [delay(milliseconds)];
      if (answered.status < 300) await Promise.race([come(), ...limit]);
      listeners.push(key);
      return seen.filter((one) => jsonBodyOf(one).requestId === requestId);
    },
  };
}

/** The real service, for the test file that calls it, and the ways to look at it. */
interface Benches {
  readonly url: string;
  /**
   * What the witness sees of the service itself, and of the service behind that change. A witness that
   * compares times is repeated, and says so, while the service itself looks changed.
   */
  compare(
    change: MakeChange,
    witness: Witness,
  ): Promise<{ readonly plain: string; readonly changed: string }>;
  /** What the witness sees of the service behind that change. */
  observe(change: MakeChange, witness: Witness): Promise<string>;
}

const unchanged: MakeChange = () => ({});

/** Of a witness that compares times, at two seconds each. */
const mostTries = 100;

export function withBenches(): Benches {
  let started: { readonly service: RunningService; readonly receiver: Receiver } | undefined;
  const listeners = listenerKeys();
  const purses = { 1: purseKeys(1), 2: purseKeys(2) };

  beforeAll(async () => {
    const accounts = await witnessAccounts();
    // The mutants send more than a busy machine can do.
    const config = { lagSeconds: 3_600, lengthLimits: { SMS: lengthLimit } };
    const service = await startTestService({ accounts, config });
    started = { service, receiver: await startReceiver() };
  });

  afterAll(async () => {
    await started?.service.close();
    await started?.receiver.close();
  });

  function running() {
    if (started === undefined) throw new Error('the service is there from beforeAll on');
    return started;
  }

  function purse(size: 1 | 2 = 1): string {
    const key = purses[size].pop();
    if (key === undefined) throw new Error('the purses are used up: declare more of them');
    return key;
  }

  /**
   * `direct`: requests go to the service itself; callbacks need the proxy, to know when all of them have
   * come.
   */
  async function look(change: MakeChange, { observe }: Witness, direct: boolean): Promise<string> {
    const { service, receiver } = running();
    const target = service.url;
    const relays = createRelays();
    const callbackSecrets = [callbackSecret];
    const proxy = await startMutantProxy({
      target,
      mutant: { change },
      callbackSecrets,
      onRelayed: relays.add,
    });
    const base = direct ? target : proxy.url;
    const bench = createBench({
      base,
      proxy: proxy.url,
      relays,
      receiver,
      purse,
      listeners,
      restart: proxy.restart,
    });
    return observe(bench).finally(proxy.close);
  }

  return {
    get url() {
      return running().service.url;
    },
    async compare(change, witness) {
      for (let tries = 1; ; tries += 1) {
        const both = [look(unchanged, witness, true), look(change, witness, false)] as const;
        const [plain, changed] = await Promise.all(both);
        const isJudged = witness.isTimed !== true || plain === witness.plain;
        if (isJudged || tries === mostTries) return { plain, changed };
        process.stdout.write(
          `cannot be judged on a machine this busy: expected '${witness.plain}' of the service itself, saw '${plain}'; observed again\n`,
        );
      }
    },
    observe: (change, witness) => look(change, witness, false),
  };
}
