import {
  type Attempt,
  attemptAt,
  contentOf,
  type Holder,
  isDue,
  isHeldBy,
  isUnderWay,
  judgeStage,
} from '@cascade/transition';
import type { Pool, PoolClient } from 'pg';
import type { StatusChange } from '../callbacks/status-change.ts';
import type { GatewayAttempt, Withdrawal } from '../gateways/gateway.ts';
import { membersOf } from '../json-object.ts';
import { type Enlisted, join } from '../store/enlisted.ts';
import { writeTogether } from '../store/prepared.ts';
import { inTransaction, type Write } from '../store/transaction.ts';
import { type CascadeRun, type CascadeRuns, loadRuns, type MessageFollowup, runOf } from './cascade-run.ts';
import type { Applied, DueStageEvent, EngineEvent } from './events.ts';
import { givenReference } from './gateway-reports.ts';
import { lockAccounts } from './load-cascades.ts';
import { type DueStage, type FactBook, loadDeclared, loadFacts } from './load-facts.ts';
import { lateFrom } from './receipt-time.ts';
import { areAsRemembered, type KnownAccounts, type Remembered } from './remembered.ts';
import { countTemplates, dialoguesOf, moveMoney, openDialogues, saveCascades } from './save-cascades.ts';

/** The database, and what is written in the statement of a batch beside its messages. */
export interface EngineStore {
  readonly pool: Pool;
  /** Status events, and what sends their callbacks. */
  report(changes: readonly StatusChange[]): Enlisted;
  /** The stages and timers that follow. */
  enqueue(followups: readonly MessageFollowup[]): Enlisted;
}

export interface ApplyOptions {
  /** The longest text of each channel, in code points (ADR-0030). */
  readonly lengthLimits: Readonly<Record<string, number>>;
  /** Channels that have no gateway. */
  readonly withoutGateway: readonly string[];
  /** Channels of which the numbers that want no messages are looked up. */
  readonly withOptOuts: readonly string[];
  /** Seconds after which an attempt of unknown outcome counts as undelivered. */
  readonly giveUpSeconds: number;
  readonly now: () => Date;
  /** None is if absent. */
  readonly remembered?: Remembered;
  /** Learns of the accounts whose stages begin. */
  readonly known?: KnownAccounts;
  /** Whether the holder of an attempt may still send it; all may, if absent. */
  readonly isUnderWay?: (holder: Holder) => boolean;
  /** Called with the messages of a batch after its commit. */
  readonly onApplied?: (runs: readonly CascadeRun[]) => void;
}

/**
 * Applies events to their messages in one transaction, and returns what each leaves to do. Unless it may
 * wait, it rejects soon if another transaction has locked a message or an account. Events of unknown messages
 * and attempts are dropped, and guesses that are not certain.
 */
export async function applyBatch(
  store: EngineStore,
  options: ApplyOptions,
  events: readonly EngineEvent[],
  mayWait = true,
): Promise<readonly Applied[]> {
  const remembered = options.remembered?.take(events, options.now());
  if (remembered !== undefined && (await applyRemembered(store, options, remembered.runs)))
    return events.map(() => nothing);
  const sure = events.filter((event) => !isGuess(event));
  const results = sure.length === 0 ? [] : await applyLoaded(store, options, sure, mayWait);
  const inTurn = results.values();
  return events.map((event) => (isGuess(event) ? unsure : (inTurn.next().value ?? nothing)));
}

/** Its attempt is certain only while it is remembered as it is. */
function isGuess(event: EngineEvent): boolean {
  return event.kind === 'reports' && event.heard !== undefined;
}

/** Applies events to their messages as the database has them. */
async function applyLoaded(
  store: EngineStore,
  options: ApplyOptions,
  events: readonly EngineEvent[],
  mayWait: boolean,
): Promise<readonly Applied[]> {
  let writes: Enlisted | undefined;
  const work = async (client: PoolClient, write: Write) => {
    const at = options.now();
    const dueEvents = events.filter((event) => event.kind === 'stage-due');
    const [loaded, declared] = await Promise.all([loadRuns(client, events), loadDeclared(client, dueEvents)]);
    const due = findDue(loaded, events);
    for (const { cascade } of due)
      options.known?.set(
        cascade.accountId,
        declared.withTemplates.has(cascade.accountId) ? undefined : cascade.reportedStatuses,
      );
    // Locked before the facts are read: two replicas must not count template messages of one account at once.
    const accountsLocked = due.some(({ stage }) => stage.channel === 'CHATTWO');
    if (accountsLocked) write(lockAccounts(client, loaded.runs.map(accountOf)));
    const facts = await loadFacts(client, due, declared, { ...options, at });
    const results = events.map((event) => applyEvent(runOf(loaded, event), event, facts, options));
    writes = writesOfBatch(store, options, loaded.runs);
    const dialogues = loaded.runs.flatMap(({ cascade, state }) => dialoguesOf(cascade, state, at));
    // Before the dialogues, or two batches with the same subscriber could wait for each other.
    if (dialogues.length > 0 && !accountsLocked)
      write(
        lockAccounts(
          client,
          [...loaded.runs.flatMap(({ moves }) => moves), ...dialogues].map(({ accountId }) => accountId),
        ),
      );
    write(countTemplates(client, facts.counted, at));
    write(openDialogues(client, dialogues));
    write(writeTogether(client, writes.parts));
    return results;
  };
  try {
    const results = await inTransaction(store.pool, work, mayWait ? 'begin' : beginImpatiently);
    writes?.committed();
    return results;
  } catch (error) {
    writes?.notCommitted();
    throw error;
  }
}

/** Longer than other replicas hold a lock, and short for all who wait behind this batch. */
const beginImpatiently = "begin; set local lock_timeout = '200ms'";

function accountOf({ cascade }: CascadeRun): number {
  return cascade.accountId;
}

/**
 * Writes what was applied to remembered messages in one statement; resolves to false if any has changed
 * meanwhile.
 */
async function applyRemembered(
  store: EngineStore,
  options: ApplyOptions,
  runs: readonly CascadeRun[],
): Promise<boolean> {
  const { parts, committed, notCommitted } = writesOfBatch(store, options, runs);
  try {
    const only = areAsRemembered(runs);
    const result = await writeTogether<{ readonly isWritten: boolean }>(store.pool, parts, { only });
    const isWritten = result?.rows[0]?.isWritten ?? true;
    if (isWritten) committed();
    else notCommitted();
    return isWritten;
  } catch (error) {
    notCommitted();
    throw error;
  }
}

/**
 * What a batch writes, and what follows.
 *
 * @param isAccepted whether the statement that accepts the messages writes these, and moves their money.
 */
export function writesOfBatch(
  store: EngineStore,
  { onApplied, remembered }: Pick<ApplyOptions, 'onApplied' | 'remembered'>,
  runs: readonly CascadeRun[],
  isAccepted = false,
): Enlisted {
  const differences = runs.map(({ cascade, state }) => ({
    accountId: cascade.accountId,
    before: isAccepted ? { ...state, attempts: [] } : cascade.state,
    after: state,
  }));
  // PostgreSQL runs the first part last: while its account is locked, no replica accepts messages for it.
  const money = isAccepted ? [] : moveMoney(runs.flatMap((run) => run.moves));
  const messages: Enlisted = {
    parts: [...money, ...saveCascades(differences)],
    committed() {
      remembered?.add(runs);
      onApplied?.(runs);
    },
    notCommitted() {},
  };
  return join(
    messages,
    store.report(runs.flatMap((run) => run.changes)),
    store.enqueue(runs.flatMap((run) => run.followups)),
  );
}

function findDue(runs: CascadeRuns, events: readonly EngineEvent[]): DueStage[] {
  return events.flatMap((event) => {
    const run = runOf(runs, event);
    if (event.kind !== 'stage-due' || run === undefined || !isDue(run.state, event.position)) return [];
    const stage = run.state.plan[event.position - 1];
    return stage === undefined ? [] : [{ cascade: run.cascade, stage }];
  });
}

const nothing: Applied = { send: null, isHeld: false };
const unsure: Applied = { ...nothing, isUnsure: true };

/** Applies an event to its message. Without a message there is nothing to do. */
export function applyEvent(
  run: CascadeRun | undefined,
  event: EngineEvent,
  facts: FactBook,
  options: ApplyOptions,
): Applied {
  if (run === undefined) return nothing;
  switch (event.kind) {
    case 'reports':
      for (const report of event.reports) run.apply(report);
      return nothing;
    case 'stage-due':
      // The others have released this replica: it may not know that yet, if its machine was suspended with
      // its clock.
      if (!run.cascade.mayBeHeld) return { send: null, isHeld: true };
      applyStageDue(run, event, facts, options);
      return sendOf(run, event);
    case 'expiring':
      return withdrawalOf(run, event.position);
    default:
      run.apply(event);
      return nothing;
  }
}

/** The work may be done again: then the stage has begun before, and is sent again or ended. */
function applyStageDue(
  run: CascadeRun,
  event: DueStageEvent,
  facts: FactBook,
  { giveUpSeconds, isUnderWay = () => true }: ApplyOptions,
): void {
  const { position, holder, at } = event;
  const held = attemptAt(run.state, position);
  // The commit of that holder was done, and the replica stopped insisting on it before it knew.
  if (held?.holder && !isUnderWay(held.holder))
    run.apply({ kind: 'send-failed', attemptId: held.id, holder: held.holder });
  const attempt = attemptAt(run.state, position);
  if (attempt === undefined) startStage(run, event, facts);
  else if (attempt.holder === null && attempt.status === 'ENQUEUED' && isOlder(attempt, giveUpSeconds, at))
    giveUp(run, attempt, at);
  else run.apply({ kind: 'resend', position, holder });
}

function startStage(run: CascadeRun, event: DueStageEvent, facts: FactBook): void {
  const { state, cascade } = run;
  const stage = state.plan[event.position - 1];
  if (stage === undefined || !isDue(state, event.position)) return;
  const verdict = judgeStage(facts.factsOf({ cascade, stage }));
  if (stage.channel === 'CHATTWO' && verdict.template !== null) facts.countTemplate(cascade.accountId);
  run.apply({ ...event, verdict, isLate: event.at.getTime() - cascade.acceptedAt.getTime() > lateFrom });
}

/** The first stage of a message that is not accepted yet. */
export function beginStage(run: CascadeRun, event: DueStageEvent, facts: FactBook): Applied {
  startStage(run, event, facts);
  return sendOf(run, event);
}

function isOlder({ startedAt }: Attempt, seconds: number, at: Date): boolean {
  return at.getTime() - startedAt.getTime() > seconds * 1000;
}

/** The outcome is unknown: the reason without a cause (ADR-0039). */
function giveUp(run: CascadeRun, { id }: Attempt, at: Date): void {
  const reason = 'message-undeliverable';
  run.apply({ kind: 'report', attemptId: id, status: 'UNDELIVERED', reason, reference: null, at });
}

/** When the timer ends the stage (ADR-0051). */
function expiryOf({ startedAt }: Attempt, ttlSeconds: number | null): string | null {
  return ttlSeconds === null ? null : new Date(startedAt.getTime() + ttlSeconds * 1_000).toISOString();
}

/** The attempt of a stage that its TTL is about to end, if another stage follows. */
function withdrawalOf({ cascade, state }: CascadeRun, position: number): Applied {
  const attempt = attemptAt(state, position);
  const stage = state.plan[position - 1];
  if (attempt === undefined || stage === undefined || !isUnderWay(attempt.status)) return nothing;
  const isFollowed = state.phase !== 'ended' && position < state.plan.length;
  if (!isFollowed || stage.ttlSeconds === null) return nothing;
  const withdrawal: Withdrawal = {
    attemptId: attempt.id,
    channel: stage.channel,
    address: cascade.address,
    addressType: cascade.addressType,
    subject: stage.subject,
    reference: givenReference(attempt.reference),
  };
  return { ...nothing, withdrawal };
}

/** The attempt of a due stage, while no gateway has reported on it: to send, or held by another send. */
function sendOf({ cascade, state }: CascadeRun, { position, holder }: DueStageEvent): Applied {
  const attempt = attemptAt(state, position);
  const stage = state.plan[position - 1];
  if (attempt?.status !== 'ENQUEUED' || stage === undefined) return nothing;
  if (!isHeldBy(attempt, holder)) return { send: null, isHeld: true };
  const send: GatewayAttempt = {
    attemptId: attempt.id,
    channel: stage.channel,
    address: cascade.address,
    addressType: cascade.addressType,
    subject: stage.subject,
    content: membersOf(contentOf(cascade.content, stage.channel)),
    expiresAt: expiryOf(attempt, stage.ttlSeconds),
    traceparent: cascade.traceparent,
  };
  return { send, isHeld: false };
}
