import type { PlannedStage } from '@cascade/transition';
import type { Pool } from 'pg';
import type { Enlisted } from '../store/enlisted.ts';
import type { MessageKey } from '../store/message-key.ts';
import { part, prepared, storable, writeTogether } from '../store/prepared.ts';
import { t } from '../store/tables.ts';
import { lendClient } from '../store/transaction.ts';
import type { KeptValues } from './kept-fields.ts';

/**
 * A content of more bytes is heavy: its message is alone in its job, and few of them are in memory at once.
 * Others come by the hundred, and together weigh no more than a few of these.
 */
export const heavyFrom = 16_384; // 16 KiB

/** A message that passed every check that needs no store. */
export interface CheckedMessage {
  readonly requestIdAsSent: string;
  readonly cascadeId: number;
  readonly address: string;
  /** PHONE, or another type that the consumer sent (§2.1). */
  readonly addressType: string;
  readonly kept: KeptValues;
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
  readonly message?: CheckedMessage;
}

/** `unused`: the request id is free, but there is no message to accept. */
export type IntakeVerdict = 'accepted' | 'used' | 'unaffordable' | 'unused';

/** A message that may be accepted. */
export interface Candidate extends MessageKey {
  readonly startAt: Date | null;
  /** Whether its content is heavy (see `heavyFrom`). */
  readonly isHeavy: boolean;
  /** Its stage does not begin in the same statement if absent. */
  readonly message?: CheckedMessage;
}

/**
 * The first stages of messages, as parts of the statement that decides on them: they write those whose ids
 * are in `accepted`, and nothing of the others.
 */
export type EnqueueFirstStages = (candidates: readonly Candidate[]) => FirstStages;

export interface FirstStages {
  /** Hears which messages were accepted. */
  readonly written: Enlisted<ReadonlySet<number>>;
  readonly begun?: BegunStages | undefined;
}

/**
 * Stages that begin in the statement that accepts their messages, all of them or none: what is written beside
 * messages and money, which `accept_batch` writes. If they have begun, they hear so before the work of their
 * messages is done.
 */
export interface BegunStages extends Enlisted {
  /** What `accept_batch` needs of each, by the id of the message. */
  readonly records: ReadonlyMap<number, object>;
}

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
type StoredVerdict = IntakeVerdict | Locked | 'accepted before' | 'begun';

/**
 * Commits a batch in one statement: applies rules 1 and 5 of §4.1 in the order of arrival, as if its items
 * came one by one, and writes all that acceptance writes. A message that the balance does not cover leaves
 * the balance to the items behind it. Only what this statement accepts gets a job. Resolves once the commit
 * is durable. Within a batch, every request id of an account must be different.
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
    const messageId = messageIds[place] ?? Number.NaN;
    return [{ accountId, messageId, startAt: message.startAt, isHeavy, message }];
  });
  const { written, begun } = candidates.length === 0 ? noStages : enqueue(candidates);
  // Contents as one JSON: as an array of texts they would be escaped once more, at many times their memory.
  const records = items.map(({ message }, place) =>
    recordOf(message, begun?.records.get(messageIds[place] ?? 0)),
  );
  const first = deciding([
    messageIds,
    ...argumentsOf(items),
    JSON.stringify(records),
    `[${contents.join()}]`,
    mayWait,
  ]);
  try {
    const result = await lendClient(pool, (client) => {
      onSending();
      const parts = [...written.parts, ...(begun?.parts ?? [])];
      return writeTogether<Decided>(client, parts, { first, read: decided([]) });
    });
    const verdicts = result?.rows[0]?.verdicts ?? [];
    if (verdicts.includes('begun')) begun?.committed();
    else begun?.notCommitted();
    const isAccepted = (verdict: StoredVerdict | undefined) => verdict === 'accepted' || verdict === 'begun';
    written.committed(new Set(messageIds.filter((_, place) => isAccepted(verdicts[place]))));
    return verdicts.map((verdict) =>
      verdict === 'accepted before' || verdict === 'begun' ? 'accepted' : verdict,
    );
  } catch (error) {
    begun?.notCommitted();
    written.notCommitted();
    throw error;
  }
}

const noStages: FirstStages = { written: { parts: [], committed() {}, notCommitted() {} } };

interface Decided {
  readonly verdicts: readonly StoredVerdict[];
}

/** What the function decides by, and then what it stores: an item has the same place in every array. */
const deciding = part`
decided as materialized (
  select ${t.accept_batch}(
    message_ids => $1, account_ids => $2, request_ids => $3, fingerprints => $4, addresses => $5, costs => $6,
    records => $7, contents => $8, may_wait => $9
  ) as verdicts
), accepted as materialized (
  select one.id from decided cross join unnest($1::bigint[], decided.verdicts) as one (id, verdict)
  where one.verdict in ('accepted', 'begun')
), given as materialized (
  select from decided where 'begun' = any(decided.verdicts)
)`;
const decided = part`select verdicts from decided`;

function argumentsOf(items: readonly IntakeItem[]): readonly unknown[] {
  const messages = items.map(({ message }) => message);
  return [
    items.map(({ accountId }) => accountId),
    items.map(({ requestId }) => requestId),
    messages.map((message) => message?.fingerprint),
    messages.map((message) => storable(message?.address)),
    // Minor units (ADR-0012). An item without a cost has no message.
    messages.map((message) => message?.cost),
  ];
}

/** What is stored besides, by the names of the fields in the function. */
function recordOf(message: CheckedMessage | undefined, begins: object | undefined): object {
  if (message === undefined) return {};
  return {
    request_id_as_sent: storable(message.requestIdAsSent),
    cascade_id: message.cascadeId,
    address_type: storable(message.addressType),
    ...message.kept,
    start_at: message.startAt,
    stages: message.stages,
    traceparent: message.traceparent,
    begins,
  };
}

/** Reserves ids, one after the other. */
export async function newIds(takeIds: TakeIds, count: number): Promise<readonly number[]> {
  const first = await takeIds(count);
  return Array.from({ length: count }, (_, place) => first + place);
}

/** Reserves `count` consecutive ids, and returns the first. */
export type TakeIds = (count: number) => Promise<number>;

/** The increment of the sequence of `cascade.messages`. It must exceed the size of a batch. */
const blockSize = 4_096;

/**
 * After this time a replica drops its block, so that ids over all replicas follow the time of acceptance.
 * Retention deletes old messages in the order of their ids.
 */
const lifetimeInMilliseconds = 1_000;

/**
 * Reserves message ids in blocks. The rest of an old block is lost. While the database cannot give a new one,
 * it is used up: on a cluster that is the coordinator, without which accounts of other nodes are still
 * served.
 *
 * @param now Milliseconds of a clock that nothing sets.
 */
export function createMessageIds(pool: Pool, now = performance.now.bind(performance)): TakeIds {
  let next = 0;
  let end = 0;
  let staleAt = 0;

  async function takeBlock(): Promise<void> {
    const { rows } = await pool.query<{ first: number }>(nextBlock([]));
    next = rows[0]?.first ?? Number.NaN;
    end = next + blockSize;
  }

  function take(count: number): number | undefined {
    if (next + count > end) return undefined;
    const first = next;
    next += count;
    return first;
  }

  return async (count) => {
    const fresh = now() < staleAt ? take(count) : undefined;
    if (fresh !== undefined) return fresh;
    const failure = await takeBlock().catch((error: unknown) => ({ error }));
    staleAt = now() + lifetimeInMilliseconds;
    const first = take(count);
    if (first === undefined) throw failure?.error ?? new RangeError(`a block has fewer than ${count} ids`);
    return first;
  };
}

const nextBlock = prepared`select nextval('${t.schema}.messages_id_seq') as first`;
