import { appendFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { type Serving, serve } from '@cascade/repository/test-kit';
import { Webhook } from 'standardwebhooks';
import { type JsonObject, readObject } from '../proxy/wire.ts';

export const secrets = [
  `whsec_${Buffer.from('the current secret of a receiver').toString('base64')}`,
  `whsec_${Buffer.from('the earlier secret of a receiver').toString('base64')}`,
] as const;

export const waitSeconds = 0.4;

export interface Callback {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly id: string;
}

type IdState = 'new' | 'busy' | 'seen';

/** The ids of events, as a store keeps them. */
export interface Ids {
  claim(id: string): IdState | Promise<IdState>;
  commit(id: string): void;
  release(id: string): void;
}

/** How a receiver goes about a callback; a mutant does one thing otherwise. */
export interface ReceiverManner {
  /** The status to answer before anything else is read. */
  readonly first: (callback: Callback) => number | undefined;
  readonly isSigned: (callback: Callback) => boolean;
  /** The status for an event that is not taken. */
  readonly refuses: (event: JsonObject | undefined, callback: Callback) => number | undefined;
  readonly makeIds: (kept: Map<string, IdState>) => Ids;
  readonly busyStatus: number;
  /** `before` answers 200 and then handles; `never` does not handle. */
  readonly handles: 'before the answer' | 'after the answer' | 'never';
  /** The ids outlive a restart. */
  readonly keepsIds: boolean;
}

export function verifiesWith(known: readonly string[], tolerant = false) {
  return ({ headers, body }: Callback) =>
    known.some((secret) => {
      try {
        const webhook = new Webhook(secret);
        if (!tolerant) return Boolean(webhook.verify(body, { ...headers })) || true;
        const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
        return (
          headers['webhook-signature'] === webhook.sign(String(headers['webhook-id']), at, body.toString())
        );
      } catch (error) {
        // The library parses what it has verified; anything but JSON is judged later.
        return error instanceof SyntaxError;
      }
    });
}

function refuses(event: JsonObject | undefined): number | undefined {
  const isNamed = event?.requestId !== undefined || event?.messageId !== undefined;
  return typeof event?.status === 'string' && isNamed ? undefined : 400;
}

/** Claims an id before it is handled, and marks it afterwards. */
export function claiming(kept: Map<string, IdState>): Ids {
  return {
    claim(id) {
      const state = kept.get(id) ?? 'new';
      if (state === 'new') kept.set(id, 'busy');
      return state;
    },
    commit: (id) => void kept.set(id, 'seen'),
    release: (id) => void kept.delete(id),
  };
}

export const honest: ReceiverManner = {
  first: () => undefined,
  isSigned: verifiesWith(secrets),
  refuses,
  makeIds: claiming,
  busyStatus: 409,
  handles: 'before the answer',
  keepsIds: true,
};

class Panic extends Error {}

/** A receiver that can be killed and started again; what it has handled is in the file. */
export async function startReceiverProgram(manner: ReceiverManner, file: string) {
  const durable = new Map<string, IdState>();
  const running = { life: 0, ids: manner.makeIds(new Map()), runs: new Map<string, number>() };
  const start = () => {
    running.life += 1;
    running.runs = new Map();
    // A claim of a process that has died has expired.
    for (const [id, state] of durable) if (state === 'busy') durable.delete(id);
    running.ids = manner.makeIds(manner.keepsIds ? durable : new Map());
  };
  start();
  let serving: Serving = await open(0);

  async function handle(event: JsonObject): Promise<void> {
    const { life, runs } = running;
    const isAlive = () => life === running.life;
    if (await rehearse(event, runs, isAlive)) await appendFile(file, `${event.requestId}\n`);
  }

  async function answer(callback: Callback): Promise<number | 'closed'> {
    const event = readObject(callback.body);
    const refused = refusalOf(manner, callback, event);
    if (refused !== undefined || event === undefined) return refused ?? 400;
    const { ids } = running;
    const state = await ids.claim(callback.id);
    if (state !== 'new') return state === 'seen' ? 200 : manner.busyStatus;
    if (manner.handles === 'never') return 200;
    const status = handle(event).then(
      () => {
        ids.commit(callback.id);
        return 200;
      },
      (error: unknown) => {
        ids.release(callback.id);
        return error instanceof Panic ? ('closed' as const) : 500;
      },
    );
    return manner.handles === 'after the answer' ? 200 : status;
  }

  function open(port: number): Promise<Serving> {
    return serve(async (request, response) => {
      const status = await answer(await readCallback(request));
      if (status === 'closed') response.destroy();
      else response.writeHead(status).end();
    }, port);
  }

  return {
    url: serving.url,
    async restart() {
      start();
      await serving.close();
      serving = await open(serving.port);
    },
    close: () => serving.close(),
  };
}

/** Does what the comment says of this run; false for a process that was killed meanwhile. */
async function rehearse(
  { requestId, comment }: JsonObject,
  runs: Map<string, number>,
  isAlive: () => boolean,
): Promise<boolean> {
  const words = String(comment ?? '').split(' ');
  const run = (runs.get(String(requestId)) ?? 0) + 1;
  runs.set(String(requestId), run);
  const word = words[0] === 'verify' ? (words[run] ?? '') : '';
  if (word.includes('waits')) await wait(waitSeconds * 1_000);
  if (!isAlive()) return false;
  if (word.includes('panics')) throw new Panic();
  if (word.includes('fails')) throw new Error('as the comment says');
  return true;
}

/** The answer to what is not handled, if it is not. */
function refusalOf(
  manner: ReceiverManner,
  callback: Callback,
  event: JsonObject | undefined,
): number | undefined {
  const early = manner.first(callback);
  if (early !== undefined) return early;
  if (callback.method !== 'POST') return callback.method === 'PUT' ? 405 : 200;
  return manner.isSigned(callback) ? manner.refuses(event, callback) : 401;
}

async function readCallback(request: IncomingMessage): Promise<Callback> {
  const body = await buffer(request);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return { method: String(request.method), headers, body, id: headers['webhook-id'] ?? '' };
}
