import type { Pool, PoolClient } from 'pg';
import type { StatusChange } from '../callbacks/status-change.ts';
import { inTransaction, type Write } from '../store/transaction.ts';
import { type Course, type Courses, courseOf, loadCourses, type MessageFollowup } from './courses.ts';
import { countTemplates, dialoguesOf, openDialogues } from './dialogues.ts';
import type { EngineEvent, Settlement } from './engine-event.ts';
import { lockAccounts } from './load-cascades.ts';
import { type DueStage, type FactBook, loadFacts } from './load-facts.ts';
import { moveMoney } from './move-money.ts';
import { saveCascades } from './save-cascades.ts';
import { type SettleOptions, settle } from './settle.ts';
import { isDue } from './transition.ts';

/** What the engine needs around it. */
export interface EngineStore {
  readonly pool: Pool;
  /** Writes status events and queues their callbacks, in the transaction; gives the ends of its statements. */
  recordChanges(client: PoolClient, changes: readonly StatusChange[]): Promise<readonly Promise<unknown>[]>;
  /** Queues stages and timers, likewise. */
  enqueue(client: PoolClient, followups: readonly MessageFollowup[]): Promise<readonly Promise<unknown>[]>;
}

export interface ApplyOptions extends SettleOptions {
  /** Code points at most, by channel (ADR-0030). */
  readonly lengthLimits: Readonly<Record<string, number>>;
  readonly now: () => Date;
  /** Hears of the messages of a batch after its commit. */
  readonly onApplied?: (courses: readonly Course[]) => void;
}

/**
 * Applies events to the messages they are about, in one transaction, and answers what each leaves to be done. An
 * event about a message or an attempt that nobody knows has nothing to say.
 */
export async function applyBatch(
  store: EngineStore,
  { lengthLimits, now, onApplied = () => {}, ...options }: ApplyOptions,
  events: readonly EngineEvent[],
): Promise<readonly Settlement[]> {
  const { settlements, courses } = await inTransaction(store.pool, async (client, write) => {
    const at = now();
    const courses = await loadCourses(client, events);
    const due = findDue(courses, events);
    // Before the facts: who counts the template messages of an account must be the only one.
    const accountsLocked = due.some(({ stage }) => stage.channel === 'CHATTWO');
    if (accountsLocked) write(lockAccounts(client, accountsOf(courses)));
    const facts = await loadFacts(client, due, { lengthLimits, at });
    const settlements = events.map((event) => settle(courseOf(courses, event), event, facts, options));
    await save({ ...store, client, write }, courses, { facts, at, accountsLocked });
    return { settlements, courses };
  });
  onApplied([...courses.byMessage.values()]);
  return settlements;
}

function findDue(courses: Courses, events: readonly EngineEvent[]): DueStage[] {
  return events.flatMap((event) => {
    const course = courseOf(courses, event);
    if (event.kind !== 'stage-due' || course === undefined || !isDue(course.state, event.position)) return [];
    const stage = course.state.plan[event.position - 1];
    return stage === undefined ? [] : [{ cascade: course.cascade, stage }];
  });
}

function accountsOf({ byMessage }: Courses): number[] {
  return [...byMessage.values()].map(({ cascade }) => cascade.accountId);
}

interface Batch {
  readonly facts: FactBook;
  readonly at: Date;
  readonly accountsLocked: boolean;
}

/** A store, and the transaction in it. */
interface Writing extends EngineStore {
  readonly client: PoolClient;
  readonly write: Write;
}

/** Comes back when everything is on its way. */
async function save(
  { client, write, recordChanges, enqueue }: Writing,
  { byMessage }: Courses,
  { facts, at, accountsLocked }: Batch,
): Promise<void> {
  const courses = [...byMessage.values()];
  const send = async (sending: Promise<readonly Promise<unknown>[]>) => (await sending).forEach(write);
  write(
    saveCascades(
      client,
      courses.map(({ cascade, state }) => ({ before: cascade.state, after: state })),
    ),
  );
  const changes = courses.flatMap(({ changes }) => changes);
  if (changes.length > 0) await send(recordChanges(client, changes));
  const followups = courses.flatMap(({ followups }) => followups);
  if (followups.length > 0) await send(enqueue(client, followups));
  write(countTemplates(client, facts.counted, at));
  write(
    openDialogues(
      client,
      courses.flatMap(({ cascade, state }) => dialoguesOf(cascade, state, at)),
    ),
  );
  const moves = courses.flatMap(({ moves }) => moves);
  if (moves.length === 0) return;
  // All at once and as late as can be: while an account is locked, nobody else accepts messages for it.
  if (!accountsLocked)
    write(
      lockAccounts(
        client,
        moves.map(({ accountId }) => accountId),
      ),
    );
  write(moveMoney(client, moves));
}
