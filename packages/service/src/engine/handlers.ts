import { randomUUID } from 'node:crypto';
import type { GatewayAttempt, GatewayOf, OnReceipt } from '../gateways/gateway.ts';
import type { JobResult } from '../jobs/run-queue.ts';
import { describeError, type Log } from '../log.ts';
import type { EngineEvent, Settlement } from './engine-event.ts';
import { newsOfReceipt, newsOfResult } from './gateway-news.ts';
import type { StageData } from './stage-jobs.ts';
import { within } from './within.ts';

/** As much of a job as its handler needs. */
export interface StageJobLike {
  readonly id: string;
  readonly data: StageData;
}

export interface HandlerOptions {
  apply(event: EngineEvent): Promise<Settlement>;
  readonly gateways: GatewayOf;
  /** A gateway that takes longer is not waited for: nobody knows what became of the attempt. */
  readonly gatewaySeconds: number;
  readonly log: Log;
  readonly now: () => Date;
}

/** What is done with jobs and receipts. */
export interface Handlers {
  stages(batch: readonly StageJobLike[]): Promise<readonly JobResult[]>;
  timers(batch: readonly StageJobLike[]): Promise<readonly JobResult[]>;
  readonly receipt: OnReceipt;
}

/** Heavy messages of one batch that are in memory at once; a gateway that is slow holds up those behind them. */
const heavyAtOnce = 4;

/** Does one message's part of a job; doing it again does no harm. */
type Run = (messageId: number, position: number) => Promise<void>;

/** A job of which one message fails comes back; what is done of it by then is not done again. */
export function createHandlers({ apply, gateways, gatewaySeconds, log, now }: HandlerOptions): Handlers {
  /** The attempt is committed before the gateway hears of it: after a crash it is sent again under the same id. */
  async function runStage(messageId: number, position: number): Promise<void> {
    const begin = { kind: 'stage-due', messageId, position, attemptId: randomUUID(), at: now() } as const;
    const { send } = await apply(begin);
    if (send !== null) await sendAttempt(send);
  }

  async function sendAttempt(attempt: GatewayAttempt): Promise<void> {
    const { attemptId, channel } = attempt;
    const result = await within(gatewaySeconds, gateways(channel).send(attempt));
    await apply(newsOfResult(attemptId, result, now()));
  }

  async function runTimer(messageId: number, position: number): Promise<void> {
    await apply({ kind: 'timer', messageId, position, at: now() });
  }

  const each = (run: Run, what: string) => async (batch: readonly StageJobLike[]) => {
    const runJob = async ({ id, data: { messageIds, position } }: StageJobLike): Promise<JobResult> => {
      const ends = await Promise.allSettled(messageIds.map((messageId) => run(messageId, position)));
      const failures = ends.filter((end) => end.status === 'rejected');
      for (const { reason } of failures)
        log.warn({ position, error: describeError(reason) }, `${what} failed and is tried again`);
      return { id, status: failures.length === 0 ? 'completed' : 'failed' };
    };
    const oneByOne = async (jobs: readonly StageJobLike[]) => {
      const results: JobResult[] = [];
      for (const job of jobs) results.push(await runJob(job));
      return results;
    };
    const isHeavy = ({ data }: StageJobLike) => data.isHeavy === true;
    const heavy = batch.filter(isHeavy);
    const lanes = Array.from({ length: heavyAtOnce }, (_, lane) =>
      heavy.filter((_, at) => at % heavyAtOnce === lane),
    );
    const light = batch.filter((job) => !isHeavy(job));
    return (await Promise.all([...lanes.map(oneByOne), ...light.map(runJob)])).flat();
  };

  return {
    stages: each(runStage, 'a stage'),
    timers: each(runTimer, 'a timer'),
    async receipt(receipt) {
      await apply(newsOfReceipt(receipt, now()));
    },
  };
}
