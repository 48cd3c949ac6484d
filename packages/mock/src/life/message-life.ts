import {
  type AttemptReport,
  accepted,
  attemptAt,
  type CascadeEvent,
  type Change,
  type Followup,
  isDelivered,
  isUnderWay,
  judgeStage,
  type PlannedStage,
  resendDelay,
  type Transition,
  transition,
} from '@cascade/transition';
import type { Scene } from '@cascade/types/demo-numbers';
import type { KeptCascade, KeptMessage, KeptStage } from '@cascade/validator/memory-provider';
import type { Clock } from '../time/clock.ts';
import type { Cancel } from '../time/timeline.ts';
import type { RuleFacts } from './rule-facts.ts';

/** What the life of a message needs of the account. */
export interface LifeParts {
  readonly clock: Clock;
  readonly facts: RuleFacts;
  /** Minor units by channel. */
  readonly prices: Readonly<Record<string, number>>;
  /** How the gateway of a channel treats the message. */
  readonly sceneOf: (channel: string) => Scene;
  /** Returns what is not spent. */
  readonly release: (amount: number) => void;
  /** Nothing more will happen; not called if that is so from the start. */
  readonly over: () => void;
  /** A stage has changed its status. */
  readonly report: (stage: KeptStage, change: Change) => void;
}

/** The mock sends all itself, so one holder is enough (ADR-0019). */
const holder = { replica: 1, turn: 1 };

/** Milliseconds after which an attempt that got no response counts as undelivered. */
const longestSilence = 24 * 3_600_000;

/** The life of a message over the time of its account: what happens, the `transition` of the service decides. */
export class MessageLife {
  readonly #message: KeptMessage;
  readonly #parts: LifeParts;
  readonly #isRepeated: boolean;
  readonly #planned = new Set<Cancel>();
  /** The timer of a stage, until it ends. */
  readonly #timers = new Map<number, Cancel>();
  #state;

  constructor(message: KeptMessage, parts: LifeParts) {
    this.#message = message;
    this.#parts = parts;
    this.#isRepeated = parts.facts.isRepeated(message);
    this.#state = accepted(message.messageId, planOf(message.cascade, parts.prices));
  }

  /** Starts the first stage, at once or at its time. */
  begin(at: Date | undefined): void {
    const wait = at === undefined ? 0 : at.getTime() - this.#parts.clock.now().getTime();
    this.#after(wait, () => this.#start(1));
    this.#show();
  }

  /** Ends it early: nothing more happens to the message. */
  stop(): void {
    for (const cancel of [...this.#planned, ...this.#timers.values()]) cancel();
    this.#planned.clear();
    this.#timers.clear();
  }

  /** Whether nothing more will happen. */
  get isOver(): boolean {
    return this.#planned.size + this.#timers.size === 0;
  }

  #start(position: number): void {
    const { clock, facts } = this.#parts;
    const stage = this.#message.cascade.stages[position - 1];
    if (stage === undefined) return;
    const at = clock.now();
    const verdict = judgeStage(facts.of(this.#message, stage, this.#isRepeated, at));
    const attemptId = String(position);
    const { changes, followups } = this.#apply({
      kind: 'stage-due',
      position,
      attemptId,
      holder,
      at,
      verdict,
      isLate: true,
    });
    if (changes.length === 0) return;
    if (verdict.refusal === null && verdict.template !== null && stage.channel === 'CHATTWO')
      facts.countTemplate(at);
    if (verdict.refusal === null) this.#send(stage, attemptId, at.getTime(), 0);
    this.#follow(followups);
  }

  /** Sends the attempt; a gateway that does not respond is asked again, until the stage ends. */
  #send(stage: KeptStage, attemptId: string, since: number, tries: number): void {
    if (!this.#isEnqueued(attemptId)) return;
    const { failures, response, receipts } = this.#parts.sceneOf(stage.channel);
    const isGivenUp = this.#parts.clock.now().getTime() - since >= longestSilence;
    if (tries < failures && !isGivenUp) {
      this.#after(resendDelay(tries), () => this.#send(stage, attemptId, since, tries + 1));
      return;
    }
    if (isGivenUp) {
      this.#tell(attemptId, { status: 'UNDELIVERED' });
      return;
    }
    for (const receipt of receipts)
      this.#after(receipt.afterSeconds * 1_000, () => this.#tell(attemptId, receipt));
    // DELIVERED implies SENT, which is reported first.
    if (response.status === 'DELIVERED') this.#tell(attemptId, { status: 'SENT' });
    this.#tell(attemptId, response);
  }

  #isEnqueued(attemptId: string): boolean {
    return attemptAt(this.#state, Number(attemptId))?.status === 'ENQUEUED';
  }

  /** The gateway reports a status. */
  #tell(attemptId: string, said: { status: AttemptReport['status']; reason?: string }): void {
    const reason = said.status === 'UNDELIVERED' ? (said.reason ?? 'message-undeliverable') : null;
    const at = this.#parts.clock.now();
    const { followups } = this.#apply({
      kind: 'report',
      attemptId,
      status: said.status,
      reason,
      reference: null,
      at,
    });
    this.#follow(followups);
  }

  #follow(followups: readonly Followup[]): void {
    for (const { queue, position, delaySeconds } of followups) {
      if (queue === 'stage') this.#after(delaySeconds * 1_000, () => this.#start(position));
      // A stage that ended at once needs no timer.
      else if (this.#isUnderWay(position)) this.#timers.set(position, this.#expireIn(delaySeconds, position));
    }
  }

  #expireIn(seconds: number, position: number): Cancel {
    const { clock } = this.#parts;
    return clock.at(new Date(clock.now().getTime() + seconds * 1_000), () => {
      this.#timers.delete(position);
      const { followups } = this.#apply({ kind: 'timer', position, at: clock.now() });
      this.#follow(followups);
      this.#end();
    });
  }

  /** What happened at a time is done. */
  #end(): void {
    this.#show();
    if (this.isOver) this.#parts.over();
  }

  #isUnderWay(position: number): boolean {
    const attempt = attemptAt(this.#state, position);
    return attempt !== undefined && isUnderWay(attempt.status);
  }

  /** Applies an event, and lets account and history know what it has changed. */
  #apply(event: CascadeEvent): Transition {
    const result = transition(this.#state, event);
    this.#state = result.state;
    for (const [position, cancel] of this.#timers) {
      if (this.#isUnderWay(position)) continue;
      this.#timers.delete(position);
      cancel();
    }
    for (const { to, amount } of result.moves) if (to === 'available') this.#parts.release(amount);
    for (const change of result.changes) {
      const stage = this.#message.cascade.stages[change.position - 1];
      if (stage === undefined) continue;
      this.#noteDelivery(stage, change);
      this.#parts.report(stage, change);
    }
    return result;
  }

  #noteDelivery({ channel }: KeptStage, { position, status, at }: Change): void {
    if (channel !== 'CHATTWO' || !isDelivered(status)) return;
    if (attemptAt(this.#state, position)?.template === null) return;
    this.#parts.facts.openDialogue(this.#message.request.subscriberFilter.address, at);
  }

  /** Shows the stages so far in the history. */
  #show(): void {
    const { stages } = this.#message.cascade;
    const { attempts } = this.#state;
    if (attempts.length === 0) return;
    this.#message.progress = attempts.flatMap(({ position, status, reason, changedAt }) => {
      const stage = stages[position - 1];
      return stage === undefined ? [] : [{ stage, status, statusAt: changedAt.toISOString(), error: reason }];
    });
  }

  /** Does the work at once, or later by the clock. */
  #after(milliseconds: number, work: () => void): void {
    if (milliseconds <= 0) {
      work();
      return;
    }
    const { clock } = this.#parts;
    const cancel = clock.at(new Date(clock.now().getTime() + milliseconds), () => {
      this.#planned.delete(cancel);
      work();
      this.#end();
    });
    this.#planned.add(cancel);
  }
}

const plans = new WeakMap<KeptCascade, readonly PlannedStage[]>();

/** Cascades belong to an account, and so do its prices. */
function planOf(cascade: KeptCascade, prices: LifeParts['prices']): readonly PlannedStage[] {
  const known = plans.get(cascade) ?? cascade.stages.map((stage) => plannedStage(stage, prices));
  plans.set(cascade, known);
  return known;
}

function plannedStage(
  { uuid, channel, ttl, subject }: KeptStage,
  prices: Readonly<Record<string, number>>,
): PlannedStage {
  const [hours = 0, minutes = 0, seconds = 0] = (ttl ?? '').split(':').map(Number);
  return {
    uuid,
    channel,
    ttlSeconds: ttl === undefined ? null : (hours * 60 + minutes) * 60 + seconds,
    subjectId: subject.id,
    subject: subject.subject,
    price: prices[channel] ?? 0,
  };
}
