import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client, ClientRun } from '../../src/index.ts';
import { readObject } from '../proxy/wire.ts';

/** What came of an attempt: an answer, or why there is none. */
export interface Came {
  readonly status?: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** No connection was made. */
  readonly wasNeverSent?: true;
}

type Outcome = 'scheduled' | 'not-scheduled' | 'unknown';

/** How a client goes about a call; a mutant does one thing otherwise. */
export interface ClientManner {
  readonly attempts: number;
  readonly timeoutMilliseconds: number;
  /** The time-out is that of each read. */
  readonly perRead: boolean;
  readonly mediaType: string;
  readonly follows: (location: string, url: string) => boolean;
  readonly keyFor: (url: string, base: string, key: string) => string | undefined;
  readonly idFor: (attempt: number, first: string) => string;
  readonly bodyFor: (attempt: number, body: object) => object;
  /** `isDone`: it is a success without a contradiction. */
  readonly repeats: (came: Came, isDone: boolean) => boolean;
  readonly waitFor: (came: Came) => number;
  /** What the attempts say of the message; the caller gave the id, or the call made it. */
  readonly outcome: (came: readonly Came[], requestId: string, isOfCaller: boolean) => Outcome;
  readonly print: (outcome: Outcome, came: Came | undefined) => string;
}

export const titleOf = ({ body }: Came) => readObject(body)?.title;
const isSuccess = ({ status = 0 }: Came) => status >= 200 && status < 300;
export const isFault = ({ status = 0 }: Came) => status >= 500 || status === 408;

/** Whether a success says what it should (ADR-0001). */
function isWhole({ body, headers }: Came, requestId: string): boolean {
  if (headers['content-encoding'] !== undefined) return false;
  if (body.length === 0) return true;
  const said = readObject(body);
  if (said === undefined || (said.title !== undefined && said.requestId === undefined)) return false;
  return said.requestId === undefined || String(said.requestId).toLowerCase() === requestId;
}

export const mayBeAccepted = (came: Came) =>
  came.status === undefined ? !came.wasNeverSent : isSuccess(came) || isFault(came);

function outcome(came: readonly Came[], requestId: string, isOfCaller: boolean): Outcome {
  const last = came.at(-1);
  if (last && isSuccess(last) && isWhole(last, requestId)) return 'scheduled';
  const isUsed = last !== undefined && titleOf(last) === 'requestId-is-not-unique';
  return came.some(mayBeAccepted) || (isUsed && isOfCaller) ? 'unknown' : 'not-scheduled';
}

/** Milliseconds, of seconds or a date. */
function waitFor({ headers }: Came): number {
  const asked = String(headers['retry-after'] ?? '0');
  const seconds = Number(asked);
  return Number.isNaN(seconds) ? Math.max(0, Date.parse(asked) - Date.now()) : seconds * 1_000;
}

export const honest: ClientManner = {
  attempts: 3,
  timeoutMilliseconds: 1_500,
  perRead: false,
  mediaType: 'application/json',
  follows: () => false,
  keyFor: (_, __, key) => key,
  idFor: (_, first) => first,
  bodyFor: (_, body) => body,
  repeats: (came, isDone) =>
    !isDone && (mayBeAccepted(came) || came.wasNeverSent === true || came.status === 429),
  waitFor,
  outcome,
  print: (said, came) => (came === undefined ? said : `${said} ${titleOf(came) ?? ''}`),
};

/** A client within this process. */
export function clientOf(manner: ClientManner): Client {
  return async ({ CASCADE_URL = '', CASCADE_API_KEY = '', CASCADE_REQUEST_ID }): Promise<ClientRun> => {
    const first = CASCADE_REQUEST_ID ?? randomUUID();
    const came: Came[] = [];
    for (let attempt = 1; attempt <= manner.attempts; attempt += 1) {
      const requestId = manner.idFor(attempt, first);
      const body = JSON.stringify(manner.bodyFor(attempt, { requestId, cascadeId: 2002 }));
      const one = await exchange(`${CASCADE_URL}/api/cascade/schedule`, {
        manner,
        key: CASCADE_API_KEY,
        body,
      });
      came.push(one);
      const isDone = isSuccess(one) && isWhole(one, requestId);
      if (attempt === manner.attempts || !manner.repeats(one, isDone)) break;
      await wait(Math.max(20, manner.waitFor(one)));
    }
    const said = manner.outcome(came, first, CASCADE_REQUEST_ID !== undefined);
    const codes = { scheduled: 0, 'not-scheduled': 1, unknown: 2 } as const;
    return { code: codes[said], out: manner.print(said, came.at(-1)) };
  };
}

interface Sending {
  readonly manner: ClientManner;
  readonly key: string;
  readonly body: string;
}

async function exchange(url: string, { manner, key, body }: Sending, base = url): Promise<Came> {
  const came = await once(url, { manner, key: manner.keyFor(url, base, key), body });
  const location = String(came.headers.location ?? '');
  if (location === '' || !manner.follows(location, url)) return came;
  return exchange(new URL(location, url).href, { manner, key, body }, base);
}

type Once = Omit<Sending, 'key'> & { readonly key: string | undefined };

function once(url: string, { manner, key, body }: Once): Promise<Came> {
  return new Promise((resolve) => {
    const headers = {
      'content-type': manner.mediaType,
      ...(key === undefined ? {} : { 'x-api-key': key }),
    };
    const limit = manner.timeoutMilliseconds;
    const sent = request(url, { method: 'POST', headers, ...(manner.perRead ? { timeout: limit } : {}) });
    const timer = manner.perRead ? undefined : setTimeout(() => sent.destroy(new Error('time-out')), limit);
    const end = (came: Came) => {
      clearTimeout(timer);
      resolve(came);
    };
    sent.on('timeout', () => sent.destroy(new Error('time-out')));
    sent.on('error', (error: NodeJS.ErrnoException) =>
      end({
        headers: {},
        body: Buffer.alloc(0),
        ...(error.code === 'ECONNREFUSED' ? { wasNeverSent: true } : {}),
      }),
    );
    sent.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', () => end({ headers: {}, body: Buffer.alloc(0) }));
      answer.on('end', () => {
        const { statusCode: status = 0, headers: got } = answer;
        end({ status, headers: got, body: Buffer.concat(chunks) });
      });
    });
    sent.end(body);
  });
}
