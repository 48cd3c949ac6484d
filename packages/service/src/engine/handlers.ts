import type { GatewayAttempt, GatewayOf, OnReceipt, Receipt, SendLease } from '../gateways/gateway.ts';
import type { JobResult } from '../jobs/run-queue.ts';
import { describeError, type Log } from '../log.ts';
import { type MessageKey, newKeyedId } from '../store/message-key.ts';
import { withTimeout } from '../with-timeout.ts';
import type { Applied, EngineEvent } from './events.ts';
import { reportsOfReceipt, reportsOfResult } from './gateway-reports.ts';
import { receiptTime } from './receipt-time.ts';
import { runBatch, type StageJob } from './run-batch.ts';
import type { StageData } from './stage-jobs.ts';

/** What the handlers work with. */
export interface HandlerContext {
  /** The accounts of messages, by message; deleted messages are left out. For jobs from before migration 23. */
  accountsOf(messageIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  apply(event: EngineEvent): Promise<Applied>;
  readonly gateways: GatewayOf;
  /** Time-out of a gateway; after that the outcome of the attempt is unknown. */
  readonly gatewaySeconds: number;
  readonly log: Log;
  readonly now: () => Date;
}

/** The handlers of both queues and of receipts. */
export interface Handlers {
  stages(batch: readonly StageJob[]): Promise<readonly JobResult[]>;
  timers(batch: readonly StageJob[]): Promise<readonly JobResult[]>;
  readonly receipt: OnReceipt;
}

export function createHandlers(context: HandlerContext): Handlers {
  return {
    stages: (batch) => runBatch(batch, (job) => runJob(context, job, stageWork)),
    timers: (batch) => runBatch(batch, (job) => runJob(context, job, timerWork)),
    receipt: (receipt) => applyReceipt(context, receipt),
  };
}

/** Receipts of unknown attempts are dropped. Any id but a UUID would be an error for its whole batch. */
async function applyReceipt({ apply, log, now }: HandlerContext, receipt: Receipt): Promise<void> {
  const { attemptId, status, at } = receipt;
  if (!uuid.test(attemptId)) return;
  const received = now();
  if (receiptTime(at, received).isOutOfReason)
    log.warn({ attemptId, status, at }, 'a receipt has an unreasonable time, and counts from its arrival');
  await apply(reportsOfReceipt(receipt, received));
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a job does for each of its messages. It must be idempotent: jobs run at least once. */
interface Work {
  /** For the log. */
  readonly name: string;
  run(context: HandlerContext, message: MessageKey, position: number): Promise<void>;
}

const stageWork: Work = { name: 'a stage', run: runStage };
const timerWork: Work = { name: 'a timer', run: runTimer };

/** If one message fails, the whole job is retried; the messages that succeeded are then skipped. */
async function runJob(context: HandlerContext, { id, data }: StageJob, work: Work): Promise<JobResult> {
  const { position } = data;
  const messages = await messagesOf(context, data);
  const outcomes = await Promise.allSettled(messages.map((message) => work.run(context, message, position)));
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of failures)
    context.log.warn({ position, error: describeError(reason) }, `${work.name} failed and is tried again`);
  return { id, status: failures.length === 0 ? 'completed' : 'failed' };
}

async function messagesOf(
  { accountsOf }: HandlerContext,
  { messageIds, accountIds }: StageData,
): Promise<readonly MessageKey[]> {
  const accounts = accountIds === undefined ? await accountsOf(messageIds) : undefined;
  return messageIds.flatMap((messageId, place) => {
    const accountId = accountIds?.[place] ?? accounts?.get(messageId);
    return accountId === undefined ? [] : [{ accountId, messageId }];
  });
}

/** The attempt is committed before the gateway gets it: after a crash it is sent again under the same id. */
async function runStage(context: HandlerContext, message: MessageKey, position: number): Promise<void> {
  const { apply, now } = context;
  const attemptId = newKeyedId(message);
  const { send } = await apply({ kind: 'stage-due', ...message, position, attemptId, at: now() });
  if (send !== null) await sendAttempt(context, send);
}

async function sendAttempt(context: HandlerContext, attempt: GatewayAttempt): Promise<void> {
  const { apply, gateways, gatewaySeconds, now } = context;
  const { attemptId, channel } = attempt;
  const result = await withTimeout(gatewaySeconds, gateways(channel).send(attempt, leaseFor(gatewaySeconds)));
  await apply(reportsOfResult(attemptId, result, now()));
}

function leaseFor(seconds: number): SendLease {
  const signal = AbortSignal.timeout(seconds * 1_000);
  return { signal, check: () => signal.throwIfAborted() };
}

async function runTimer(
  { apply, now }: HandlerContext,
  message: MessageKey,
  position: number,
): Promise<void> {
  await apply({ kind: 'timer', ...message, position, at: now() });
}
