import type { OnReceipt, Receipt } from '../gateways/gateway.ts';
import type { JobResult } from '../jobs/run-queue.ts';
import { describeError, type Log } from '../log.ts';
import { type MessageKey, newKeyedId } from '../store/message-key.ts';
import type { Applied, EngineEvent } from './events.ts';
import { reportsOfReceipt } from './gateway-reports.ts';
import { receiptTime } from './receipt-time.ts';
import type { Sends } from './sends.ts';
import type { StageData } from './stage-jobs.ts';

/** The part of a job that its handler reads. */
export interface StageJob {
  readonly id: string;
  readonly data: StageData;
}

/** What the handlers work with. */
export interface HandlerContext {
  /** The accounts of messages, by message; deleted messages are left out. For jobs from before migration 23. */
  accountsOf(messageIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  apply(event: EngineEvent): Promise<Applied>;
  readonly sends: Pick<Sends, 'next' | 'send'>;
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

/** Heavy messages of one batch that are in memory at once; a slow gateway blocks those behind them. */
const heavyAtOnce = 4;

/** Runs the light jobs of a batch all at once, the heavy ones four at a time. */
async function runBatch(
  batch: readonly StageJob[],
  run: (job: StageJob) => Promise<JobResult>,
): Promise<readonly JobResult[]> {
  const light = batch.filter((job) => !isHeavy(job));
  const heavy = batch.filter(isHeavy);
  const lanes = Array.from({ length: heavyAtOnce }, (_, lane) =>
    heavy.filter((_, index) => index % heavyAtOnce === lane),
  );
  const results = await Promise.all([
    ...lanes.map((lane) => oneByOne(lane, run)),
    ...light.map(async (job) => [await run(job)]),
  ]);
  return results.flat();
}

function isHeavy({ data }: StageJob): boolean {
  return data.isHeavy === true;
}

async function oneByOne(
  jobs: readonly StageJob[],
  run: (job: StageJob) => Promise<JobResult>,
): Promise<readonly JobResult[]> {
  const results: JobResult[] = [];
  for (const job of jobs) results.push(await run(job));
  return results;
}

/** A gateway may write the id in upper case (RFC 9562, §4). */
async function applyReceipt({ apply, log, now }: HandlerContext, said: Receipt): Promise<void> {
  const receipt = { ...said, attemptId: said.attemptId.toLowerCase() };
  const { attemptId, status, at } = receipt;
  if (!uuid.test(attemptId)) {
    log.warn({ status }, 'a receipt is dropped: its attemptId is not a UUID');
    return;
  }
  const received = now();
  if (receiptTime(at, received).isOutOfReason)
    log.warn({ attemptId, status, at }, 'a receipt has an unreasonable time, and counts from its arrival');
  await apply(reportsOfReceipt(receipt, received));
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

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
    if (!(reason instanceof HeldError))
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

/** Another send holds the attempt. The job is kept: that replica may die. */
class HeldError extends Error {
  override readonly name = 'HeldError';
}

/** The attempt and its holder are committed before the gateway gets it: after a crash it is sent again under the same id. */
async function runStage(
  { apply, sends, now }: HandlerContext,
  message: MessageKey,
  position: number,
): Promise<void> {
  const holder = sends.next();
  const attemptId = newKeyedId(message);
  const due = { kind: 'stage-due', ...message, position, attemptId, holder, at: now() } as const;
  const { send, isHeld } = await apply(due);
  if (isHeld) throw new HeldError('another send holds the attempt');
  if (send !== null) await sends.send(send, holder);
}

async function runTimer(
  { apply, now }: HandlerContext,
  message: MessageKey,
  position: number,
): Promise<void> {
  await apply({ kind: 'timer', ...message, position, at: now() });
}
