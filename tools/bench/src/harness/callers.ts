import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Webhook } from 'standardwebhooks';
import { Agent, type Dispatcher, request } from 'undici';
import { stagedId, stagedKey } from './accounts.ts';

/** The address that is delivered at once (ADR-0038). */
const delivered = '+12025550199';

/** What a message has instead of the usual values. */
export interface Message {
  readonly cascadeId?: number;
  readonly address?: string;
  /** Channels whose content it has; SMS alone if absent. */
  readonly channels?: readonly ('SMS' | 'CHATONE' | 'CHATTWO')[];
  readonly startTime?: string;
}

/**
 * A scheduling request with a one-time code; its comment, which the callbacks return, holds the time of
 * sending.
 */
export function bodyOf(requestId: string, message: Message = {}): string {
  const { cascadeId = 2002, address = delivered, channels = ['SMS'], startTime } = message;
  const part = { contentType: 'TEXT', text: `Your code is 4821, do not share it. ${requestId}` };
  return JSON.stringify({
    requestId,
    cascadeId,
    subscriberFilter: { address, type: 'PHONE' },
    content: Object.fromEntries(channels.map((channel) => [`${channel.toLowerCase()}Content`, part])),
    comment: String(Date.now()),
    ...(startTime !== undefined && { startTime }),
  });
}

export function headersOf(key: string): Readonly<Record<string, string>> {
  return { 'x-api-key': key, 'content-type': 'application/json' };
}

/** The path of {@link bodyOf}. */
export const schedulePath = '/api/cascade/schedule';

/** The channels of the cascade of `stagedAccounts`. */
const staged = { cascadeId: stagedId, channels: ['CHATTWO', 'SMS'] } as const;

/**
 * In turn: delivered by the first stage; delivered by the second, after the first failed. The accounts take
 * turns.
 */
export function stagedMessage(turn: number, accounts = 1): Next {
  const address = turn % 2 === 0 ? delivered : '+12025550130';
  return { key: stagedKey(Math.floor(turn / 2) % accounts), ...staged, address };
}

/** What a caller got for an answer. */
export interface CallerAnswer {
  /** Undefined without an answer. */
  readonly status: number | undefined;
  /** `accepted`, the title of a problem, or `none` without an answer. */
  readonly outcome: string;
  /**
   * There is no answer, or one of a failure that leaves open whether the request was carried out (ADR-0011).
   */
  readonly isOpen: boolean;
  readonly retryAfterSeconds: number;
}

/** Posts JSON; resolves also if there is no answer. */
export async function postJson(
  url: string,
  key: string,
  body: string | object,
  options: { readonly signal?: AbortSignal; readonly dispatcher?: Dispatcher } = {},
): Promise<CallerAnswer> {
  try {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await request(url, { method: 'POST', headers: headersOf(key), body: text, ...options });
    const { statusCode: status, headers } = answer;
    const said = await answer.body.text();
    return {
      status,
      outcome: status === 200 ? 'accepted' : titleOf(status, said),
      isOpen: status >= 500 && !said.includes('was not carried out'),
      retryAfterSeconds: Number(headers['retry-after'] ?? 0),
    };
  } catch {
    return { status: undefined, outcome: 'none', isOpen: true, retryAfterSeconds: 0 };
  }
}

function titleOf(status: number, text: string): string {
  try {
    const { title } = JSON.parse(text);
    if (typeof title === 'string') return title;
  } catch {
    // Falls through to the status: an answer without a problem body is counted as such.
  }
  return `${status} without a problem`;
}

/** Sends one message; whether it was accepted. */
export async function schedule(url: string, key: string, message?: Message): Promise<boolean> {
  return (await postJson(url + schedulePath, key, bodyOf(randomUUID(), message))).status === 200;
}

/** A request and its answer; times are of the monotonic clock, in milliseconds. */
export interface TimedCall extends CallerAnswer {
  readonly key: string;
  readonly requestId: string;
  /** Of the addresses, which one was asked. */
  readonly replica: number;
  readonly begin: number;
  readonly end: number;
  /** Now or, unseen, at the attempt before. */
  readonly isAccepted: boolean;
}

export interface Next extends Message {
  readonly key: string;
}

export interface CallersOptions {
  /** Of the replicas; which of them live may change. */
  urls(): readonly string[] | Promise<readonly string[]>;
  readonly callers: number;
  /** The message of a turn, which counts the messages of all callers, or of one caller. */
  next(turn: number, caller: number): Next;
  /** Milliseconds from a decided message to the next; none if absent. */
  readonly pauseMs?: number;
  /**
   * Milliseconds until a request that is refused or not answered is repeated with its id, until it is
   * decided, as the description advises; a message is sent once if absent.
   */
  readonly repeatMs?: number;
  /** Whether it is repeated at the next replica. */
  readonly movesOn?: boolean;
  /** Milliseconds of one answer; any if absent. */
  readonly patienceMs?: number;
}

export type Callers = ReturnType<typeof startCallers>;

const usedBefore = 'requestId-is-not-unique';

/** Callers that send one message after the other; each begins with the replica of its number. */
export function startCallers(options: CallersOptions) {
  const { callers, pauseMs = 0, repeatMs, patienceMs = 0 } = options;
  const dispatcher = new Agent({ headersTimeout: patienceMs, bodyTimeout: patienceMs });
  const giveUp = new AbortController();
  const calls: TimedCall[] = [];
  const accepted = new Map<string, number>();
  let turn = 0;
  let isOver = false;

  /** Whether it is decided. */
  async function send(requestId: string, { key, ...message }: Next, at: number, isRepeated: boolean) {
    const begin = performance.now();
    const urls = await options.urls();
    const replica = at % urls.length;
    const url = `${urls[replica]}${schedulePath}`;
    const answer = await postJson(url, key, bodyOf(requestId, message), {
      dispatcher,
      signal: giveUp.signal,
    });
    const isAccepted = answer.status === 200 || (isRepeated && answer.outcome === usedBefore);
    const end = performance.now();
    calls.push({ ...answer, key, requestId, replica, begin, end, isAccepted });
    if (isAccepted) accepted.set(requestId, end);
    return isAccepted;
  }

  async function caller(number: number): Promise<void> {
    for (let at = number; !isOver; ) {
      const requestId = randomUUID();
      turn += 1;
      const next = options.next(turn, number);
      let isRepeated = false;
      while (!(await send(requestId, next, at, isRepeated)) && repeatMs !== undefined && !isOver) {
        isRepeated = true;
        if (options.movesOn) at += 1;
        await pause(repeatMs);
      }
      if (pauseMs > 0) await pause(pauseMs);
    }
  }

  const all = Promise.all(Array.from({ length: callers }, (_, number) => caller(number)));
  return {
    calls: calls as readonly TimedCall[],
    /** When each request id was accepted. */
    accepted: accepted as ReadonlyMap<string, number>,
    /**
     * Resolves when each caller has its last answer, or has given it up after the patience, in milliseconds.
     */
    async stop(patience?: number) {
      isOver = true;
      const timer = patience === undefined ? undefined : setTimeout(() => giveUp.abort(), patience);
      await all;
      clearTimeout(timer);
      await dispatcher.destroy();
    },
  };
}

/** The headers of signed JSON. */
export function signed(webhook: Webhook, id: string, body: string): Readonly<Record<string, string>> {
  const at = new Date();
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': webhook.sign(id, at, body),
  };
}

/** Posts a signed receipt of a gateway to a replica; whether it was taken. */
export async function postReceipt(operationsUrl: string, webhook: Webhook, id: string, receipt: object) {
  const body = JSON.stringify(receipt);
  const headers = signed(webhook, id, body);
  try {
    const answer = await request(`${operationsUrl}/gateway/receipts`, { method: 'POST', headers, body });
    await answer.body.dump();
    return answer.statusCode === 204;
  } catch {
    return false; // the replica may have been killed
  }
}

/** How often each name occurs, the most frequent first. */
export function countBy(names: readonly string[]): Readonly<Record<string, number>> {
  const groups = [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length] as const);
  return Object.fromEntries(groups.sort(([, a], [, b]) => b - a));
}

/**
 * An open loop: calls at an even rate, whatever becomes of the calls before; the first after a share of the
 * time between two.
 */
export function atRate<Result>(
  perSecond: number,
  call: (number: number, due: number) => Promise<Result>,
  { most = Number.POSITIVE_INFINITY, share = 0 } = {},
) {
  const over = new AbortController();
  const calls: Promise<Result>[] = [];
  const begin = performance.now() + (share * 1_000) / perSecond;
  const done = (async () => {
    while (calls.length < most && !over.signal.aborted) {
      const due = begin + (calls.length * 1_000) / perSecond;
      const early = due - performance.now();
      if (early > 0) await pause(early, undefined, { signal: over.signal }).catch(() => {});
      if (!over.signal.aborted) calls.push(call(calls.length, due));
    }
    return Promise.all(calls);
  })();
  done.catch(() => {}); // it may be awaited much later
  return {
    get sent(): number {
      return calls.length;
    },
    /** Resolves when `most` have begun and all are over. */
    done: done as Promise<readonly Result[]>,
    /** Resolves when all that have begun are over. */
    stop(): Promise<readonly Result[]> {
      over.abort();
      return done;
    },
  };
}

/** The messages of an account. */
export interface Rate {
  readonly key: string;
  readonly perSecond: number;
  /** The ids from 1 to this one, in turn; 1 if absent. */
  readonly cascades?: number;
  /** Instead of the usual message. */
  readonly message?: Message;
}

/** What became of messages. */
export type Traffic = Awaited<ReturnType<ReturnType<typeof startTraffic>['stop']>>;

/**
 * Messages of accounts at even rates, spread over the time between two, until they are stopped and counted.
 */
export function startTraffic(url: string, rates: readonly Rate[]) {
  const all = rates.map(({ key, perSecond, cascades = 1, message }, turn) =>
    atRate(
      perSecond,
      async (number, due) => {
        const requestId = randomUUID();
        const at = Date.now();
        const begin = performance.now();
        const body = bodyOf(requestId, { cascadeId: 1 + (number % cascades), ...message });
        const { status } = await postJson(url + schedulePath, key, body);
        const end = performance.now();
        return { requestId, at, status, took: end - begin, sinceDue: end - due };
      },
      { share: turn / rates.length },
    ),
  );
  return {
    async stop() {
      const answers = (await Promise.all(all.map((one) => one.stop()))).flat();
      const accepted = answers.filter(({ status }) => status === 200).map(({ requestId }) => requestId);
      return {
        /**
         * Of each message: when it was sent, by the wall clock; milliseconds from then, and from when it was
         * due, to its answer.
         */
        answers,
        /** The request ids. */
        ids: accepted,
        accepted: accepted.length,
        refused: answers.length - accepted.length,
        /** By status; `none` without an answer. */
        byStatus: countBy(answers.map(({ status }) => String(status ?? 'none'))),
      };
    },
  };
}
