import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { audit } from '@cascade/service/bench';
import {
  type HistoryAnswer,
  type HistoryVerdict,
  judgeHistory,
  type Operation,
} from '@cascade/verifier/bench';
import { Agent } from 'undici';
import type { LoadAccount } from '../../harness/accounts.ts';
import { type Asked, repeatsOf } from '../../harness/audit.ts';
import type { Bed } from '../../harness/bed.ts';
import { bodyOf, type CallerAnswer, type Message, postJson, schedulePath } from '../../harness/callers.ts';
import { type Subject, startSubject } from '../../harness/receivers.ts';

/**
 * An account with its receiver, and what it sends: a cascade, and addresses with a fixed outcome (ADR-0038).
 */
export interface Resident extends Subject {
  readonly cascadeId: number;
  readonly addresses: readonly string[];
  /** How many messages it was asked for. */
  asked: number;
}

const addresses = (...last: readonly number[]) =>
  last.map((two) => `+120255501${String(two).padStart(2, '0')}`);

/**
 * One stage; two stages of which the second waits for the outcome or the time-out of the first; receipts
 * late, repeated and outdated; refusals of the channel. `healthy` sends what `codes` sends, and nothing is
 * ever done to it.
 */
const habits: Readonly<Record<string, Pick<Resident, 'cascadeId' | 'addresses'>>> = {
  healthy: { cascadeId: 1, addresses: addresses(99) },
  codes: { cascadeId: 1, addresses: addresses(99) },
  stages: { cascadeId: 2, addresses: addresses(30, 1, 22, 26, 99) },
  receipts: { cascadeId: 1, addresses: addresses(20, 21, 27, 28, 25) },
  refused: { cascadeId: 2, addresses: addresses(5, 8, 10, 11) },
  poor: { cascadeId: 1, addresses: addresses(99) },
};

/** `poor` is one account after the other: each can pay for 200 messages, and is asked for more. */
const purse = { messages: 200, balance: 1_000, asked: 300 } as const;
const purseName = (number: number) => `poor-${number}`;

export async function startResidents(bed: Bed): Promise<readonly Resident[]> {
  const all: Resident[] = [];
  for (const [name, habit] of Object.entries(habits))
    all.push({ ...(await startSubject(bed, name)), ...habit, asked: 0 });
  return all;
}

/** The accounts of a resident that is asked for no more than `most` messages. */
export function residentAccounts(
  { name, receiver: { url } }: Resident,
  most: number,
): readonly LoadAccount[] {
  const cascades = { 1: ['SMS'], 2: ['CHATTWO 00:00:05', 'SMS'] };
  if (name !== 'poor') return [{ name, url, cascades }];
  const purses = Math.ceil(most / purse.asked);
  return Array.from({ length: purses }, (_, number) => {
    return { name: purseName(number), url, balance: purse.balance, cascades };
  });
}

/** The account that a resident uses now. */
export function residentAccount({ name, asked }: Resident): string {
  return name === 'poor' ? purseName(Math.floor(asked / purse.asked)) : name;
}

interface LaneAnswer extends CallerAnswer {
  readonly lane: number;
}

export type ResidentCallers = ReturnType<typeof createCallers>;

/** A message with an unknown fate is sent again more often than a refused one. */
const mostAttempts = { unknown: 30, refused: 4 };
const longestPauseMs = 10_000;
const agent = new Agent({ headersTimeout: 20_000, bodyTimeout: 20_000 });

/**
 * `urls` are those of the replicas; which of them live may change. A message is sent up to `repeats` times at
 * once, with the same id.
 */
export function createCallers(urls: () => readonly string[], repeats: number) {
  const ledger = {
    /** The request ids that the service acknowledged: with 200, or as repeated. */
    acknowledged: new Set<string>(),
    /** Attempts by their answer: the problem code, the status without one, or `none`. */
    answers: [] as string[],
    /** Messages of which no attempt told their fate. */
    undecided: 0,
    /** Every attempt to schedule a message, as the judge of ids and money takes it. */
    history: [] as Operation[],
  };
  let turn = 0;
  let underWay = 0;

  async function ask(path: string, key: string, body: string): Promise<LaneAnswer> {
    turn += 1;
    underWay += 1;
    const all = urls();
    const lane = turn % all.length;
    const answer = await postJson(`${all[lane]}${path}`, key, body, { dispatcher: agent });
    underWay -= 1;
    ledger.answers.push(answer.outcome);
    return { ...answer, lane };
  }

  /** A lost request may take effect at any later time, or never. */
  function note(request: Omit<Operation, 'answer' | 'end'>, { status = 0, outcome, isOpen }: CallerAnswer) {
    if (isOpen) ledger.history.push({ ...request, answer: 'unknown', end: Number.POSITIVE_INFINITY });
    else if (isDecided(status))
      ledger.history.push({ ...request, answer: answers[outcome] ?? 'refused', end: performance.now() });
  }

  /** As §4.1 advises: without an answer, the same request again with the same id. */
  async function sendUntilDecided(account: string, id: string, body: string, random: () => number) {
    let mayBeAccepted = false;
    for (let count = 1; count <= mostAttempts.unknown; count += 1) {
      const call = performance.now();
      const { lane, ...answer } = await ask(schedulePath, account, body);
      const { status, outcome, isOpen, retryAfterSeconds } = answer;
      note({ lane, account, id, call }, answer);
      if (isAcknowledged(outcome)) return void ledger.acknowledged.add(id);
      if (status !== undefined && isDecided(status)) return;
      mayBeAccepted ||= isOpen;
      if (!mayBeAccepted && count === mostAttempts.refused) return;
      await setTimeout(Math.min(retryAfterSeconds * 1_000, longestPauseMs) + random() * 1_000);
    }
    ledger.undecided += 1;
  }

  async function schedule(resident: Resident, random: () => number, mostTimes = 1): Promise<void> {
    const account = residentAccount(resident);
    const id = randomUUID();
    resident.asked += 1;
    const body = bodyOf(id, messageOf(resident, random()));
    const times = 1 + Math.floor(random() * mostTimes);
    const send = () => sendUntilDecided(account, id, body, random);
    await Promise.all(Array.from({ length: times }, send));
  }

  return {
    ledger,
    /** Requests without an answer yet. */
    underWay: () => underWay,
    schedule,
    /** How many of the replicas have accepted a message that was sent after an instant. */
    acceptedSince(instant: number) {
      const at = ledger.history.findLastIndex(({ end }) => end < instant);
      const since = ledger.history.slice(at + 1);
      const accepted = since.filter(({ call, answer }) => call > instant && answer === 'accepted');
      return new Set(accepted.map(({ lane }) => lane)).size;
    },
    /** Sends one request of an account, of a kind that the number from 0 to 1 chooses. */
    async one(resident: Resident, random: () => number): Promise<void> {
      const dice = random();
      const { receiver } = resident;
      const name = residentAccount(resident);
      if (dice < 0.8) return schedule(resident, random, repeats);
      if (dice < 0.84) await ask('/api/cascade/get-all', name, '{}');
      else if (dice < 0.88) await ask('/api/messages/history', name, '{"limit":20}');
      else if (dice < 0.9)
        await ask('/api/callback/set', name, JSON.stringify({ statusCallbackUrl: receiver.url }));
      else await ask(schedulePath, name, badBodies[Math.floor(random() * badBodies.length)] ?? '');
    },
  };
}

/** An answer of overload, or that the request came too slowly (408), says nothing about ids and money. */
function isDecided(status: number): boolean {
  return status < 429 && status !== 408;
}

const answers: Readonly<Record<string, HistoryAnswer>> = {
  accepted: 'accepted',
  'requestId-is-not-unique': 'not-unique',
  'out-of-balance': 'out-of-balance',
};

/** Whether some order of the requests explains all answers about ids and money (decisions/histories.md). */
export function judgeAnswers(history: readonly Operation[]): HistoryVerdict {
  const accounts = new Set(history.map(({ account }) => account));
  const poor = [...accounts].filter((name) => !Object.hasOwn(habits, name));
  const affords = new Map(poor.map((name) => [name, purse.messages]));
  return judgeHistory(history, { affords, isFresh: true, refusalsLeaveIds: true });
}

function messageOf({ cascadeId, addresses }: Resident, dice: number): Message {
  const address = addresses[Math.floor(dice * addresses.length)] ?? '';
  return { cascadeId, address, channels: cascadeId === 2 ? ['CHATTWO', 'SMS'] : ['SMS'] };
}

/** The id is new: if it was used, one of our requests was accepted. */
function isAcknowledged(outcome: string): boolean {
  return outcome === 'accepted' || outcome === 'requestId-is-not-unique';
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

/** Judges when no replica runs any more: late receipts would change what is compared. */
export async function judgeResidents(
  session: Asked,
  acknowledged: ReadonlySet<string>,
  residents: readonly Resident[],
) {
  const { rows } = await session.query<{ state: string | null; count: number }>(statesOfPromised, [
    [...acknowledged],
  ]);
  const promised = new Map(rows.map(({ state, count }) => [state, count]));
  const events = await session.query<{ id: string; state: string }>(
    'select id, state from cascade.status_events',
  );
  const missing = promised.get(null) ?? 0;
  return {
    audit: await audit(session),
    /** Acknowledged, and not in the store. */
    missing,
    /** Acknowledged, and in progress. */
    notEnded: acknowledged.size - (promised.get('ended') ?? 0) - missing,
    events: judgeEvents(events.rows, residents),
  };
}

function judgeEvents(
  rows: readonly { readonly id: string; readonly state: string }[],
  residents: readonly Resident[],
) {
  const taken = new Map(residents.flatMap(({ receiver }) => [...receiver.taken]));
  const known = new Set(rows.map(({ id }) => id));
  const states = Map.groupBy(rows, ({ state }) => state);
  return {
    all: rows.length,
    /** Delivered, pending, given-up (counted as undelivered), or without a registered address. */
    byState: Object.fromEntries([...states].map(([state, all]) => [state, all.length])),
    /** Delivered by the store, and never taken by a receiver. */
    deliveredToNobody: (states.get('delivered') ?? []).filter(({ id }) => !taken.has(id)).length,
    /** Taken by a receiver, and not in the store. */
    unknown: [...taken.keys()].filter((id) => !known.has(id)).length,
    repeatedCallbacks: repeatsOf(taken),
  };
}

const statesOfPromised = `
select message.state, count(*)::int as count
from unnest($1::uuid[]) as promised (id)
left join cascade.messages message on message.request_id = promised.id
group by message.state`;
