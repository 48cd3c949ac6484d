import { randomUUID } from 'node:crypto';
import {
  type Call,
  codeOf,
  isScheduling,
  isSuccessful,
  type ProxyAnswer,
  requestBody,
  toBytes,
} from './wire.ts';

/** What a mutant must know of the provider behind it and cannot observe. */
export interface Fixtures {
  readonly goodKey: string;
  readonly expiredKey: string;
  /** The account has no money. */
  readonly poorKey: string;
  /** Of accounts whose balance covers exactly N SMS messages; N is the first group. */
  readonly purseKeys: RegExp;
}

/** Those of the samples and of the demo accounts; purses are declared beside them. */
export const demoFixtures: Fixtures = {
  goodKey: 'demo-key',
  expiredKey: 'demo-key-expired',
  poorKey: 'poor-key',
  purseKeys: /^purse-(\d)-/,
};

/** What a mutant may know and do besides passing things on. */
export type ProviderState = ReturnType<typeof createState>;

interface Access {
  readonly fixtures: Fixtures;
  /** Straight to the provider, past every change. */
  readonly ask: (call: Call) => Promise<ProxyAnswer>;
  /** Sends an event to the receiver that is registered with that key. */
  readonly report: (key: string, event: { readonly [member: string]: string | null }) => Promise<void>;
}

/**
 * The state around one proxy. It knows what the provider has answered, so that an answer of its own looks
 * like one of those.
 */
export function createState({ fixtures, ask, report }: Access) {
  /** Keys whose account had no money left. */
  const emptyKeys = new Set([fixtures.poorKey]);
  /** By the id of a cascade, a key that could use it. */
  const cascades = new Map<number, string>();
  /** The last accepted call by key. */
  const accepted = new Map<string, Call>();
  let acceptance: ProxyAnswer | undefined;
  let problemType = 'application/problem+json';

  function learn(call: Call, answer: ProxyAnswer): void {
    const key = keyOf(call);
    const code = codeOf(answer);
    if (code !== undefined) problemType = answer.headers['content-type'] ?? problemType;
    if (!isScheduling(call) || code === 'auth-error') return;
    if (code === 'out-of-balance') emptyKeys.add(key);
    if (!isSuccessful(answer)) return;
    acceptance = answer;
    accepted.set(key, call);
    const { cascadeId } = requestBody(call);
    if (typeof cascadeId === 'number') cascades.set(cascadeId, key);
  }

  return {
    fixtures,
    report,
    emptyKeys,
    cascades,
    accepted,
    async ask(call: Call): Promise<ProxyAnswer> {
      const answer = await ask(call);
      learn(call, answer);
      return answer;
    },
    /** An answer that accepts, in the provider's manner. */
    accept(call: Call): ProxyAnswer {
      const { requestId = randomUUID() } = requestBody(call);
      const headers = acceptance?.headers ?? { 'content-type': 'application/json' };
      return { status: acceptance?.status ?? 200, headers, body: toBytes({ requestId }) };
    },
    /** An answer that refuses, with the media type of the provider's problems. */
    refuse(status: number, code: string, detail?: string): ProxyAnswer {
      const body = toBytes({ title: code, status, ...(detail === undefined ? {} : { detail }) });
      return { status, headers: { 'content-type': problemType }, body };
    },
  };
}

export function keyOf({ headers }: Call): string {
  return headers['x-api-key'] ?? '';
}
