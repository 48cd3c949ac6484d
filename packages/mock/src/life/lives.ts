import { isReported } from '@cascade/transition';
import { readDateTime } from '@cascade/validator';
import {
  createForgetting,
  type KeptCascade,
  type KeptMessage,
  type StageProgress,
} from '@cascade/validator/memory-provider';
import type { CallbackFate, CallbackSender } from '../callback/callbacks.ts';
import { createStatusEvent, type StageEvent, type WantedEvent } from '../callback/status-event.ts';
import type { StatusEventExample } from '../description/read-description.ts';
import type { MockAccount } from '../provider/account.ts';
import { MessageLife } from './message-life.ts';
import { type Play, playByAddress } from './play.ts';

/** Lets accepted messages live. What is returned is to be called when the request has been answered. */
export interface Lives {
  /** Begins the life of a message, which goes by its scene. */
  begin(account: MockAccount, message: KeptMessage): Answered;
  /** Shows and sends one event that the request prefers; nothing else happens to the message. */
  show(account: MockAccount, message: KeptMessage, preferred: WantedEvent): Answered;
}

/** Sends the events that waited for the answer, and resolves after the first attempts. */
type Answered = () => Promise<void>;

interface LivesOptions {
  readonly examples: ReadonlyMap<string, StatusEventExample>;
  readonly callbacks: CallbackSender;
  /** The scene that a test has for a message. */
  readonly findPlay: (account: string, address: string) => Play | undefined;
}

/** Of one account, so that memory is bounded. */
const mostUnfinished = 10_000;

export function createLives({ examples, callbacks, findPlay }: LivesOptions): Lives {
  const unfinished = new WeakMap<MockAccount, Unfinished>();

  function livesOf(account: MockAccount): Unfinished {
    const known = unfinished.get(account) ?? createUnfinished();
    unfinished.set(account, known);
    return known;
  }

  return {
    begin(account, message) {
      const { address } = message.request.subscriberFilter;
      const play = findPlay(account.name, address) ?? playByAddress(address);
      let events: EventQueue | undefined;
      const life = new MessageLife(message, {
        clock: account.clock,
        facts: account.ruleFacts,
        prices: account.prices,
        sceneOf: play.sceneOf,
        over: () => livesOf(account).delete(life),
        release(amount) {
          account.state.balance += amount;
        },
        report(stage, { status, reason, at }) {
          if (!isReported(status, account.reportedStatuses)) return;
          if (!play.isAsked && account.callback(stage.subject.id) === undefined) return;
          const event = createStatusEvent(examples, message, { status, error: reason, stage }, at);
          if (event === undefined) return;
          events ??= createQueue(account, callbacks);
          events.queue(event, play.fateOf(status, stage.channel));
        },
      });
      const { startTime } = message.request;
      life.begin(typeof startTime === 'string' ? readDateTime(startTime) : undefined);
      if (!life.isOver) livesOf(account).add(life);
      return async () => {
        events ??= createQueue(account, callbacks);
        return events.answered();
      };
    },
    show(account, message, preferred) {
      const { queue, answered } = createQueue(account, callbacks);
      const at = account.clock.now();
      const event = createStatusEvent(examples, message, preferred, at);
      if (event !== undefined) {
        message.progress = startedStages(message.cascade, event, at);
        queue(event, {});
      }
      return answered;
    },
  };
}

/** The lives of an account that go on; the oldest of too many ends early. */
interface Unfinished {
  add(life: MessageLife): void;
  delete(life: MessageLife): void;
}

function createUnfinished(): Unfinished {
  const lives = new Set<MessageLife>();
  const forget = createForgetting(lives, mostUnfinished);
  return {
    add(life) {
      lives.add(life);
      forget()?.stop();
    },
    delete: (life) => void lives.delete(life),
  };
}

/** The events of a message: the next is sent when the one before was attempted (ADR-0037). */
interface EventQueue {
  queue(event: StageEvent, fate: CallbackFate): void;
  /** Nothing is sent before the request has been answered. Resolves after the first attempts. */
  answered(): Promise<void>;
}

function createQueue(account: MockAccount, callbacks: CallbackSender): EventQueue {
  let waiting: (() => Promise<void>)[] | undefined = [];
  let last = Promise.resolve();
  const send = (one: () => Promise<void>) => {
    last = last.then(one);
    account.clock.track(last);
  };
  return {
    queue({ stage, wanted: { status, error }, event }, fate) {
      const outgoing = { subjectId: stage.subject.id, status, error, event: { ...event } };
      const one = () => callbacks.send(account, outgoing, fate);
      if (waiting === undefined) send(one);
      else waiting.push(one);
    },
    answered() {
      for (const one of waiting ?? []) send(one);
      waiting = undefined;
      return last;
    },
  };
}

/**
 * The stages up to that of the event. A stage before it has started as well: its TTL passed without a
 * delivery (ADR-0019, ADR-0035).
 */
function startedStages(
  { stages }: KeptCascade,
  { stage: last, wanted }: StageEvent,
  at: Date,
): readonly StageProgress[] {
  const statusAt = at.toISOString();
  return stages.slice(0, stages.indexOf(last) + 1).map((stage) => {
    const { status, error } = stage === last ? wanted : { status: 'EXPIRED', error: null };
    return { stage, status, statusAt, error };
  });
}
