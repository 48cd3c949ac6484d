import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { LoadAccount } from '@cascade/bench/harness/accounts';
import type { Bed } from '@cascade/bench/harness/bed';
import {
  atRate,
  bodyOf,
  type CallerAnswer,
  type Message,
  postJson,
  schedulePath,
} from '@cascade/bench/harness/callers';
import type { HistoryAnswer, Operation } from '@cascade/verifier/bench';
import { Agent } from 'undici';
import type { CutPauses } from './pauses.ts';
import { type ProofReceiver, startProofReceiver } from './receivers.ts';
import type { LoadEntry } from './schedule.ts';

interface Kind {
  readonly cascadeId: number;
  /** Addresses with a fixed outcome (ADR-0038), drawn by the seed. */
  readonly addresses: readonly number[];
}

/** The cascades of every account: a stage's TTL is behind its channel. */
const cascades = { 1: ['SMS'], 2: ['CHATTWO 00:00:05', 'SMS'], 3: ['CHATTWO 00:30:00', 'SMS'] };

/**
 * Delivered by one stage; by the first or the second of two; two stages of which the second waits for the
 * outcome or the time-out of the first; receipts late, repeated and outdated; refusals of the channel.
 */
export const messages: Readonly<Record<string, Kind>> = {
  delivered: { cascadeId: 1, addresses: [99] },
  staged: { cascadeId: 3, addresses: [99, 30] },
  stages: { cascadeId: 2, addresses: [30, 1, 22, 26, 99] },
  receipts: { cascadeId: 1, addresses: [20, 21, 27, 28, 25] },
  refused: { cascadeId: 2, addresses: [5, 8, 10, 11] },
};

/** Messages that each purse is asked for, and the price of one, in minor units. */
const purse = { asked: 300, price: 5 } as const;

/** The accounts of a load entry, with their receiver. */
export interface Resident {
  readonly entry: LoadEntry;
  readonly receiver: ProofReceiver;
  /** How many messages it was asked for. */
  asked: number;
}

export async function startResidents(bed: Bed, load: readonly LoadEntry[]): Promise<readonly Resident[]> {
  const all: Resident[] = [];
  for (const entry of load) all.push({ entry, receiver: await startProofReceiver(bed, entry), asked: 0 });
  return all;
}

/** The account that a resident uses now: its name is its key. */
export function accountOf({ entry, asked }: Resident): string {
  const { account, accounts, purse: most } = entry;
  if (most !== undefined) return `${account}-${Math.floor(asked / purse.asked)}`;
  return accounts === 1 ? account : `${account}-${asked % accounts}`;
}

/** The accounts of a resident for a load of this many milliseconds. */
export function accountsOfResident({ entry, receiver }: Resident, duration: number): readonly LoadAccount[] {
  const { account, accounts, purse: most, rate = 0, times } = entry;
  const { url } = receiver;
  const callback = url === undefined ? {} : { url };
  if (most !== undefined) {
    const count = Math.ceil((rate * times * duration) / 1_000 / purse.asked) + 1;
    const balance = most * purse.price;
    return Array.from({ length: count }, (_, at) => ({
      name: `${account}-${at}`,
      balance,
      cascades,
      ...callback,
    }));
  }
  if (accounts === 1) return [{ name: account, cascades, ...callback }];
  return Array.from({ length: accounts }, (_, at) => ({ name: `${account}-${at}`, cascades, ...callback }));
}

/** A request to schedule a message, and its answer; times are of the monotonic clock, in milliseconds. */
export interface SeededCall {
  /** Of the replicas, which one was asked. */
  readonly lane: number;
  readonly account: string;
  readonly begin: number;
  readonly end: number;
  /** `accepted`, the title of a problem, or `none` without an answer. */
  readonly outcome: string;
}

/** What callers know of their requests. */
export interface Ledger {
  /** When each request id was acknowledged: with 200, or as repeated. */
  readonly acknowledged: Map<string, number>;
  readonly calls: SeededCall[];
  /** Answers by problem, to requests of any kind, with a status of 500 or more beside 503. */
  readonly broken: string[];
  /** Messages of which no attempt told their fate. */
  undecided: number;
  /** Left out, since too many requests waited for an answer. */
  leftOut: number;
  /** Every attempt to schedule a message, as the judge of ids and money takes it. */
  readonly history: Operation[];
  /** What accounts with a purse can pay for. */
  readonly affords: Map<string, number>;
}

/** A message with an unknown fate is sent again more often than a refused one, and one with a fixed pause for long. */
const mostAttempts = { unknown: 30, refused: 4, fixed: 3_000 };
const longestPauseMs = 10_000;
const patienceMs = 20_000;
/** Requests without an answer; beyond that a load at a rate waits, as the machine may be slower. */
const mostUnderWay = 2_000;
/** What a run keeps of its requests: beyond that its load ends. */
const mostCalls = 3_000_000;
/** After the load, those without an answer are given up. */
const lastAnswersMs = 60_000;

/** Callers send again what is not decided, as §4.1 advises, and note every answer. */
export class SeededCallers {
  readonly ledger: Ledger = {
    acknowledged: new Map(),
    calls: [],
    broken: [],
    undecided: 0,
    leftOut: 0,
    history: [],
    affords: new Map(),
  };
  readonly #urls: () => readonly string[];
  readonly #pauses: CutPauses;
  readonly #random: () => number;
  readonly #dispatcher = new Agent({ headersTimeout: patienceMs, bodyTimeout: patienceMs });
  readonly #giveUp = new AbortController();
  #turn = 0;
  #underWay = 0;

  /** @param urls Those of the replicas; which of them live may change. */
  constructor(urls: () => readonly string[], pauses: CutPauses, random: () => number) {
    this.#urls = urls;
    this.#pauses = pauses;
    this.#random = random;
    // Thousands of requests may be under way.
    setMaxListeners(0, this.#giveUp.signal);
  }

  /** Sends one request of an account: a message, or of a kind that the dice choose. */
  async one(resident: Resident): Promise<void> {
    const { others, times } = resident.entry;
    const random = this.#random;
    const dice = others ? random() : 0;
    if (dice < 0.8) return this.schedule(resident, times);
    const key = accountOf(resident);
    const registration = JSON.stringify({ statusCallbackUrl: resident.receiver.url });
    if (dice < 0.84) await this.#ask('/api/cascade/get-all', key, '{}');
    else if (dice < 0.88) await this.#ask('/api/messages/history', key, '{"limit":20}');
    else if (dice < 0.9) await this.#ask('/api/callback/set', key, registration);
    else await this.#ask(schedulePath, key, badBodies[Math.floor(random() * badBodies.length)] ?? '');
  }

  /** Sends a message, up to `mostTimes` at once with the same id. */
  async schedule(resident: Resident, mostTimes = 1): Promise<void> {
    const account = accountOf(resident);
    const { purse: most } = resident.entry;
    if (most !== undefined) this.ledger.affords.set(account, most);
    resident.asked += 1;
    const id = randomUUID();
    const body = bodyOf(id, messageOf(resident, this.#random()));
    const length = 1 + Math.floor(this.#random() * mostTimes);
    const send = () => this.#sendUntilDecided(resident.entry, account, id, body);
    await Promise.all(Array.from({ length }, send));
  }

  /** Whether a load at a rate must wait: the machine may be slower, and what is kept has a bound. */
  get isBusy(): boolean {
    return this.#underWay > mostUnderWay || this.isFull;
  }

  get isFull(): boolean {
    return this.ledger.calls.length >= mostCalls;
  }

  /** How many of the replicas have accepted a message that was sent after an instant. */
  acceptedSince(instant: number): number {
    const at = this.ledger.calls.findLastIndex(({ end }) => end < instant);
    const since = this.ledger.calls.slice(at + 1);
    const accepted = since.filter(({ begin, outcome }) => begin > instant && outcome === 'accepted');
    return new Set(accepted.map(({ lane }) => lane)).size;
  }

  /** Resolves when each caller has its last answer, or has given it up. */
  async end(all: Promise<unknown>): Promise<void> {
    const timer = setTimeout(() => this.#giveUp.abort(), lastAnswersMs);
    await all;
    clearTimeout(timer);
    await this.#dispatcher.destroy();
  }

  async #sendUntilDecided({ repeat }: LoadEntry, account: string, id: string, body: string): Promise<void> {
    let mayBeAccepted = false;
    const most = repeat === undefined ? mostAttempts.unknown : mostAttempts.fixed;
    const isCut = () => this.#giveUp.signal.aborted || this.#pauses.isCut;
    for (let count = 1; count <= most && !isCut(); count += 1) {
      const answer = await this.#ask(schedulePath, account, body);
      const { lane, begin, end, outcome, status, isOpen, retryAfterSeconds } = answer;
      this.ledger.calls.push({ lane, account, begin, end, outcome });
      note(this.ledger.history, { lane, account, id, call: begin }, answer);
      if (outcome === 'accepted' || outcome === usedBefore) return this.#acknowledge(id, end);
      if (status !== undefined && isDecided(status)) return;
      mayBeAccepted ||= isOpen;
      if (!mayBeAccepted && count === mostAttempts.refused && repeat === undefined) return;
      const advised = Math.min(retryAfterSeconds * 1_000, longestPauseMs);
      const longest = Math.min(advised + count * 1_000, longestPauseMs + 1_000);
      await this.#pauses.between(repeat ?? [advised, longest], this.#random);
    }
    this.ledger.undecided += 1;
  }

  #acknowledge(id: string, at: number): void {
    if (!this.ledger.acknowledged.has(id)) this.ledger.acknowledged.set(id, at);
  }

  async #ask(path: string, key: string, body: string) {
    const urls = this.#urls();
    this.#turn += 1;
    this.#underWay += 1;
    const lane = this.#turn % urls.length;
    const begin = performance.now();
    const answer = await postJson(`${urls[lane]}${path}`, key, body, {
      dispatcher: this.#dispatcher,
      signal: this.#giveUp.signal,
    });
    this.#underWay -= 1;
    const { status = 0, outcome } = answer;
    if (status >= 500 && status !== 503) this.ledger.broken.push(`${path}: ${status} ${outcome}`);
    return { ...answer, lane, begin, end: performance.now() };
  }
}

/** Begins the load of all residents; returns what ends it. */
export function beginLoad(
  callers: SeededCallers,
  residents: readonly Resident[],
  pauses: CutPauses,
  random: () => number,
) {
  let isOver = false;
  const loop = async (resident: Resident) => {
    while (!isOver && !callers.isFull) {
      await callers.one(resident);
      await pauses.between(resident.entry.pause, random);
    }
  };
  const begin = async (resident: Resident, share: number) => {
    const { at, rate, callers: count } = resident.entry;
    await pauses.between(at, random);
    if (rate === undefined)
      return void (await Promise.all(Array.from({ length: count }, () => loop(resident))));
    const work = async () => {
      if (callers.isBusy) callers.ledger.leftOut += 1;
      else await callers.one(resident);
    };
    const traffic = atRate(rate, work, { share });
    await over;
    await traffic.stop();
  };
  const { promise: over, resolve: endAll } = Promise.withResolvers<void>();
  const all = Promise.all(residents.map((resident, at) => begin(resident, at / residents.length)));
  return async () => {
    isOver = true;
    endAll();
    await callers.end(all);
  };
}

const usedBefore = 'requestId-is-not-unique';

/** A lost request may take effect at any later time, or never. */
function note(history: Operation[], request: Omit<Operation, 'answer' | 'end'>, answer: CallerAnswer): void {
  const { status = 0, outcome, isOpen } = answer;
  if (isOpen) history.push({ ...request, answer: 'unknown', end: Number.POSITIVE_INFINITY });
  else if (isDecided(status))
    history.push({ ...request, answer: answers[outcome] ?? 'refused', end: performance.now() });
}

/** An answer of overload, or that the request came too slowly (408), says nothing about ids and money. */
function isDecided(status: number): boolean {
  return status < 429 && status !== 408;
}

const answers: Readonly<Record<string, HistoryAnswer>> = {
  accepted: 'accepted',
  [usedBefore]: 'not-unique',
  'out-of-balance': 'out-of-balance',
};

function messageOf({ entry }: Resident, dice: number): Message {
  const { cascadeId = 1, addresses = [] } = messages[entry.messages] ?? {};
  const last = addresses[Math.floor(dice * addresses.length)] ?? 0;
  const address = `+120255501${String(last).padStart(2, '0')}`;
  return { cascadeId, address, channels: cascadeId === 1 ? ['SMS'] : ['CHATTWO', 'SMS'] };
}

const badBodies = [
  '',
  '{',
  '[]',
  '{}',
  '['.repeat(5_000),
  '{"requestId":"00000000-0000-4000-8000-000000000001","cascadeId":404,"subscriberFilter":{"address":"+12025550199","type":"PHONE"},"content":{"smsContent":{"contentType":"TEXT","text":"x"}}}',
  '{"requestId":"\\u0000","cascadeId":1e999}',
  `{"content":{${Array.from({ length: 2_000 }, (_, n) => `"c${n}":0`).join()}}}`,
];
