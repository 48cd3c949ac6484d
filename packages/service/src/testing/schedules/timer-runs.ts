import { AsyncLocalStorage } from 'node:async_hooks';
import type { Applied, EngineEvent } from '../../engine/events.ts';
import type { Withdrawal, WithdrawalStatus } from '../../gateways/gateway.ts';

/** A stage of a message. */
export interface StageKey {
  readonly messageId: number;
  readonly position: number;
}

interface TimerRunsOptions {
  /** Whether a replica crashes in a run now, as far as the run can see. */
  isCut(): boolean;
  /** The stage of a channel in the plan of a message. */
  stageOf(withdrawal: Withdrawal): { readonly position: number; readonly mayBeAsked: boolean };
  /** Whether it is committed that the stage was delivered. */
  isDelivered(stage: StageKey): boolean;
  /** Called once that is committed by a run, as the gateway answered it. */
  onDelivered(withdrawal: Withdrawal): void;
  violate(what: string): void;
}

/** What a gateway was asked in a run. Times are of the monotonic clock. */
interface Asked {
  readonly withdrawal: Withdrawal;
  readonly at: number;
  /** Undefined while it has not answered. */
  answer?: WithdrawalStatus | 'unknown';
  /** The answer came so early that the run must heed it. */
  isInTime?: boolean;
}

interface TimerRun {
  readonly stage: StageKey;
  /** It was delivered before the run began. */
  readonly wasDelivered: boolean;
  asked?: Asked;
  /** It has applied what the gateway said, or the timer, or was cut off. */
  hasGoneOn: boolean;
  isReported: boolean;
  /** The time of the timer that it applied. */
  timerAt?: Date;
  /** What must keep the timer from ending the stage. */
  keeps?: string;
}

/** Milliseconds: answers that come before a run must heed; it must wait as long, and no longer than that. */
const patience = { heeded: 900, least: 950, most: 1_250 };

/**
 * The laws of a stage that ends by its TTL (ADR-0053). A run of its timer may be repeated, at another replica
 * as well, and be cut off before and after each of its commits.
 *
 * - Asked first: before a run ends a stage that another stage follows, it has asked the gateway, once, if the
 *   gateway offers withdrawal.
 * - Not asked: about a last stage, a stage without a TTL, or a delivery that was committed before the run.
 * - The wait: a run waits for the answer, for a second at most, whatever the gateway does. Then it goes on.
 * - The answer: DELIVERED or READ within the second is committed before the run applies the timer.
 * - The receipt: if it is committed before a run applies the timer, that run does not end the stage.
 * - The next stage: begins after the end of the stage before, and not after a commit that this was delivered.
 * - Nothing hangs: each run and each stage with a TTL ends, and the next stage begins or the cascade is over.
 * - Money: each stage that began is charged once, withdrawn or not. The price of the others is released when
 *   the cascade is over.
 *
 * The first five are judged here, the others by the schedules.
 */
export class TimerRuns {
  readonly #options: TimerRunsOptions;
  readonly #current = new AsyncLocalStorage<TimerRun | undefined>();
  readonly #runs: TimerRun[] = [];

  constructor(options: TimerRunsOptions) {
    this.#options = options;
  }

  /** How many withdrawals a gateway was asked for. */
  get asked(): number {
    return this.#runs.filter(({ asked }) => asked !== undefined).length;
  }

  /** Does the work of a timer. */
  async run<Result>(stage: StageKey, work: () => Promise<Result>): Promise<Result> {
    const wasDelivered = this.#options.isDelivered(stage);
    const run: TimerRun = { stage, wasDelivered, hasGoneOn: false, isReported: false };
    this.#runs.push(run);
    try {
      return await this.#current.run(run, work);
    } finally {
      run.hasGoneOn = true;
    }
  }

  /** Applies an event of a run, or of none. */
  async apply(event: EngineEvent, commit: (event: EngineEvent) => Promise<Applied>): Promise<Applied> {
    const run = this.#current.getStore();
    if (run === undefined) return commit(event);
    if (event.kind !== 'expiring') run.hasGoneOn = true;
    if (event.kind === 'timer') this.#judgeTimer(run, event.at);
    this.#cutOff();
    const applied = await commit(event);
    if (event.kind === 'reports') {
      run.isReported = true;
      if (run.asked !== undefined) this.#options.onDelivered(run.asked.withdrawal);
    }
    this.#cutOff();
    return applied;
  }

  /** Asks the gateway in a run. */
  async withdraw(withdrawal: Withdrawal, ask: () => Promise<WithdrawalStatus>): Promise<WithdrawalStatus> {
    const run = this.#current.getStore();
    if (run === undefined) throw new Error(`${withdrawal.attemptId} is withdrawn without a timer`);
    this.#judgeQuestion(run, withdrawal);
    const asked: Asked = { withdrawal, at: performance.now() };
    run.asked = asked;
    // The timers of the engine are older, and fire before, also if the process was suspended.
    setTimeout(() => {
      if (!run.hasGoneOn) this.#violated(run.stage, 'the wait: it waits for more than a second');
    }, patience.most).unref();
    try {
      // The receipts that the gateway sends meanwhile are not of the run.
      asked.answer = await this.#current.run(undefined, ask);
      return asked.answer;
    } catch (error) {
      asked.answer = 'unknown';
      throw error;
    } finally {
      asked.isInTime = performance.now() - asked.at < patience.heeded;
    }
  }

  /** What is wrong with the end of a stage by its TTL, which has the time of its timer. */
  judgeEnd(stage: StageKey, at: Date, mustBeAsked: boolean): readonly string[] {
    const those = this.#runs.filter((run) => isOf(run, stage) && run.timerAt?.getTime() === at.getTime());
    const [run] = those;
    if (run === undefined) return [];
    // Two runs of one millisecond may be either.
    const isUnasked = mustBeAsked && those.every(({ asked }) => asked === undefined);
    const isKept = those.every(({ keeps }) => keeps !== undefined);
    return [
      ...(isUnasked ? ['asked first: it ends without a withdrawal'] : []),
      ...(isKept ? [`the receipt: it ends, and ${run.keeps}`] : []),
    ];
  }

  /** Right before a run applies the timer. */
  #judgeTimer(run: TimerRun, at: Date): void {
    const { stage, asked, isReported } = run;
    const isWaiting = asked !== undefined && asked.answer === undefined;
    if (isWaiting && performance.now() - asked.at < patience.least)
      this.#violated(stage, 'the wait: its end does not wait for the gateway');
    const saysDelivered = asked?.answer === 'DELIVERED' || asked?.answer === 'READ';
    if (saysDelivered && asked?.isInTime === true && !isReported)
      this.#violated(stage, `the answer: ${asked.answer} is not committed before its end`);
    if (this.#options.isDelivered(stage)) run.keeps = 'its receipt was committed before';
    run.timerAt = at;
  }

  #judgeQuestion(run: TimerRun, withdrawal: Withdrawal): void {
    const { stage, wasDelivered } = run;
    const { position, mayBeAsked } = this.#options.stageOf(withdrawal);
    if (run.asked !== undefined) this.#violated(stage, 'asked first: it is asked twice in one run');
    if (position !== stage.position) this.#violated(stage, 'not asked: the question is about another stage');
    if (!mayBeAsked) this.#violated(stage, 'not asked: it is the last, or has no TTL');
    if (wasDelivered) this.#violated(stage, 'not asked: it was delivered before');
  }

  #violated({ messageId, position }: StageKey, what: string): void {
    this.#options.violate(`message ${messageId}, stage ${position}: ${what}`);
  }

  #cutOff(): void {
    if (this.#options.isCut()) throw new Error('Connection terminated');
  }
}

function isOf({ stage }: TimerRun, { messageId, position }: StageKey): boolean {
  return stage.messageId === messageId && stage.position === position;
}
