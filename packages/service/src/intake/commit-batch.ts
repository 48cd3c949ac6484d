import type { Pool } from 'pg';
import type { PlannedStage } from '../accounts/directory/account.ts';
import { heavyFrom } from '../engine/load-cascades.ts';
import type { WrittenStages } from '../engine/run-stages.ts';
import type { MessageKey } from '../store/message-key.ts';
import { part, writeTogether } from '../store/prepared.ts';
import { storable } from '../store/storable.ts';
import { lendClient } from '../store/with-client.ts';
import type { TakeIds } from './message-ids.ts';

/** A message that passed every check that needs no store. */
export interface NewMessage {
  readonly requestIdAsSent: string;
  readonly cascadeId: number;
  readonly address: string;
  /** PHONE, or another type that the consumer sent (§2.1). */
  readonly addressType: string;
  readonly comment: string | null;
  /** Null means now (ADR-0024). */
  readonly startAt: Date | null;
  /** SHA-256 that equal messages share (ADR-0026). */
  readonly fingerprint: Buffer;
  /** Minor units: the sum of the stage prices (ADR-0012). */
  readonly cost: number;
  readonly stages: readonly PlannedStage[];
  readonly content: unknown;
  /** The trace of the request; stages and callbacks of the message join it. Absent without tracing. */
  readonly traceparent?: string | null;
}

/** What the store decides on for one request: rules 1 and 5 of §4.1. */
export interface IntakeItem {
  readonly accountId: number;
  /** Canonical: lower case (ADR-0007). */
  readonly requestId: string;
  /** Absent if a later rule refuses the request anyway; then only rule 1 is checked. */
  readonly message?: NewMessage;
}

/** `unused`: the request id is free, but there is no message to accept. */
export type IntakeVerdict = 'accepted' | 'used' | 'unaffordable' | 'unused';

/** A message that may be accepted. */
export interface Candidate extends MessageKey {
  readonly startAt: Date | null;
  /** Whether its content is heavy (see `heavyFrom`). */
  readonly isHeavy: boolean;
}

/**
 * The first stages of messages, as parts of the statement that decides on them: they write those whose ids are in `accepted`,
 * and nothing of the others.
 */
export type EnqueueFirstStages = (candidates: readonly Candidate[]) => WrittenStages;

/** What a commit needs. */
export interface IntakeStore {
  readonly pool: Pool;
  readonly takeIds: TakeIds;
  readonly enqueue: EnqueueFirstStages;
}

interface CommitOptions {
  /** The ids of the messages; new ones if absent. A try again must have those of the first try. */
  readonly ids?: readonly number[];
  /** Whether to wait for accounts that another transaction has locked; otherwise their items are `locked`. */
  readonly mayWait?: boolean;
  /** Called before anything is sent: from then on, a failure may come after the commit. */
  readonly onSending?: () => void;
}

/** Another transaction has locked the account; nothing was decided. */
type Locked = 'locked';

/** `accepted before`: by an earlier try, whose answer was lost. Its first job was in the same commit. */
type StoredVerdict = IntakeVerdict | Locked | 'accepted before';

/**
 * Commits a batch in one statement: applies rules 1 and 5 of §4.1 in the order of arrival, as if its items came one by
 * one, and writes all that acceptance writes. A message that the balance does not cover leaves the balance to the items
 * behind it. Only what this statement accepts gets a job. Resolves once the commit is durable. Within a batch, every
 * request id of an account must be different.
 */
export async function commitBatch(
  { pool, takeIds, enqueue }: IntakeStore,
  items: readonly IntakeItem[],
  { ids, mayWait = true, onSending = () => {} }: CommitOptions = {},
): Promise<readonly (IntakeVerdict | Locked)[]> {
  const messageIds = ids ?? (await newIds(takeIds, items.length));
  const contents = items.map(({ message }) => JSON.stringify(message?.content ?? null));
  const candidates = items.flatMap(({ accountId, message }, place): Candidate[] => {
    if (message === undefined) return [];
    const isHeavy = (contents[place]?.length ?? 0) > heavyFrom;
    return [{ accountId, messageId: messageIds[place] ?? Number.NaN, startAt: message.startAt, isHeavy }];
  });
  const enqueued = candidates.length === 0 ? undefined : enqueue(candidates);
  const first = deciding([messageIds, mayWait, ...argumentsOf(items, contents)]);
  try {
    const verdicts = await lendClient(pool, async (client) => {
      onSending();
      const parts = enqueued?.parts ?? [];
      const result = await writeTogether<Decided>(client, parts, { first, read: decided([]) });
      return result?.rows[0]?.verdicts ?? [];
    });
    enqueued?.committed(new Set(messageIds.filter((_, place) => verdicts[place] === 'accepted')));
    return verdicts.map((verdict) => (verdict === 'accepted before' ? 'accepted' : verdict));
  } catch (error) {
    enqueued?.notCommitted();
    throw error;
  }
}

interface Decided {
  readonly verdicts: readonly StoredVerdict[];
}

/** The function `cascade.accept_messages` (migration 28), by the names of its parameters. */
const parameters = [
  // The ids of the messages, the same in every try. Those of refused messages are lost.
  'message_ids',
  'may_wait',
  // The accounts of the items with a message, each once, rising: the function locks them in this order.
  'payers',
  'account_ids',
  'request_ids',
  'fingerprints',
  // Minor units (ADR-0012). An item without a cost has no message, and only asks about its request id.
  'costs',
  'ids_as_sent',
  'cascade_ids',
  'addresses',
  'address_types',
  'comments',
  'start_times',
  // JSON arrays. As arrays of texts they would be escaped once more, at many times their memory.
  'contents',
  'plans',
  'traceparents',
];

const byName = parameters.map((name, at) => `${name} => $${at + 1}`);
const deciding = part(`
decided as materialized (
  select cascade.accept_messages(${byName.join(', ')}) as verdicts
), accepted as materialized (
  select one.id from decided cross join unnest($1::bigint[], decided.verdicts) as one (id, verdict)
  where one.verdict = 'accepted'
)`);
const decided = part('select verdicts from decided');

/** In the order of `parameters`, from `payers` on. An item has the same place in every array. */
function argumentsOf(items: readonly IntakeItem[], contents: readonly string[]): readonly unknown[] {
  const messages = items.map(({ message }) => message);
  return [
    payersOf(items),
    items.map(({ accountId }) => accountId),
    items.map(({ requestId }) => requestId),
    messages.map((message) => message?.fingerprint),
    messages.map((message) => message?.cost),
    messages.map((message) => storable(message?.requestIdAsSent)),
    messages.map((message) => message?.cascadeId),
    messages.map((message) => storable(message?.address)),
    messages.map((message) => storable(message?.addressType)),
    messages.map((message) => storable(message?.comment)),
    messages.map((message) => message?.startAt),
    `[${contents.join()}]`,
    JSON.stringify(messages.map((message) => message?.stages)),
    messages.map((message) => message?.traceparent),
  ];
}

/** Reserves ids, one after the other. */
export async function newIds(takeIds: TakeIds, count: number): Promise<readonly number[]> {
  const first = await takeIds(count);
  return Array.from({ length: count }, (_, place) => first + place);
}

function payersOf(items: readonly IntakeItem[]): number[] {
  const paying = items.filter(({ message }) => message !== undefined);
  return [...new Set(paying.map(({ accountId }) => accountId))].sort((a, b) => a - b);
}
