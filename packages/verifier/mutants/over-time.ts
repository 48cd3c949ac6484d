import { randomUUID } from 'node:crypto';
import type { ClauseId, DecisionId } from './generated/cited.ts';
import type { MakeChange } from './mutant.ts';
import { keyOf } from './proxy/provider-state.ts';
import { type Callback, isObject, isScheduling, type JsonObject, requestBody } from './proxy/wire.ts';

/** A defect that only a provider shows whose clock can be put forward. */
export interface TimeMutant {
  readonly id: string;
  /** What the broken provider does. */
  readonly title: string;
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  /** The decision that it breaks, if the source leaves the point open. */
  readonly assumes?: DecisionId;
  readonly change: MakeChange;
  /** The scenario that finds it, and no other does. */
  readonly scenario: string;
}

/** The clock of the mock, which the proxy sees being put forward. */
const clockPath = '/control/clock';
const hour = 3_600;
const day = 24 * hour;

/** An accepted message, and the status or reason that was last reported. */
interface Message {
  readonly key: string;
  readonly address: unknown;
  /** Its content as JSON. */
  readonly content: string;
  readonly hasTemplate: boolean;
  /** Seconds by which the clock had been put forward. */
  readonly at: number;
  told?: string;
}

interface Scene {
  readonly message: Message;
  readonly earlier: readonly Message[];
  readonly now: number;
}

const undelivered = (event: JsonObject, error: string) => ({ ...event, status: 'UNDELIVERED', error });
const delivered = (event: JsonObject) => ({ ...event, status: 'DELIVERED', error: null });

/** Reports the end of a message otherwise, by what was sent before. */
function reporting(edit: (event: JsonObject, scene: Scene) => JsonObject): MakeChange {
  return () => {
    const messages = new Map<unknown, Message>();
    let now = 0;
    return {
      answer(call, next) {
        const body = requestBody(call);
        if (call.path === clockPath) now += Number(body.forwardSeconds);
        if (!isScheduling(call)) return next(call);
        const address = isObject(body.subscriberFilter) ? body.subscriberFilter.address : undefined;
        const content = JSON.stringify(body.content);
        const hasTemplate = content.includes('"Verification ');
        messages.set(body.requestId, { key: keyOf(call), address, content, hasTemplate, at: now });
        return next(call);
      },
      deliver(callback, next) {
        const message = messages.get(callback.event.requestId);
        const isEnd = ['DELIVERED', 'UNDELIVERED'].includes(String(callback.event.status));
        if (message === undefined || !isEnd) return next(callback);
        const all = [...messages.values()];
        const earlier = all.slice(0, all.indexOf(message));
        const event = edit(callback.event, { message, earlier, now });
        message.told = String(event.error ?? event.status);
        return next({ ...callback, event });
      },
    };
  };
}

/** Seconds since the last message that fits was delivered to the subscriber; infinite if none was. */
function secondsSince({ message, earlier, now }: Scene, fits: (one: Message) => boolean): number {
  const found = earlier.filter(
    (one) =>
      one.key === message.key && one.address === message.address && one.told === 'DELIVERED' && fits(one),
  );
  return now - (found.at(-1)?.at ?? Number.NEGATIVE_INFINITY);
}

const isOutside = (event: JsonObject) => event.error === 'session-not-started';

/** Takes a used id again after a week. */
const forgetsIds: MakeChange = () => {
  const accepted = new Map<unknown, number>();
  let now = 0;
  return {
    async answer(call, next, state) {
      const { requestId, forwardSeconds } = requestBody(call);
      if (call.path === clockPath) now += Number(forwardSeconds);
      if (!isScheduling(call)) return next(call);
      if (now - (accepted.get(requestId) ?? now) > 7 * day) return state.accept(call);
      const answer = await next(call);
      if (answer.status < 300) accepted.set(requestId, now);
      return answer;
    },
  };
};

/** Begins another stage when the TTL of a stage that has delivered is over. */
const stageAtTtl: MakeChange = () => {
  const waiting: (() => Promise<unknown>)[] = [];
  return {
    async answer(call, next) {
      const answer = await next(call);
      if (call.path === clockPath && Number(requestBody(call).forwardSeconds) > 5 * 60)
        await Promise.all(waiting.splice(0).map((begin) => begin()));
      return answer;
    },
    async deliver(callback, next) {
      if (callback.event.status === 'DELIVERED') waiting.push(() => next(nextStage(callback)));
      return next(callback);
    },
  };
};

function nextStage({ headers, event, receiver }: Callback): Callback {
  const statusAt = new Date(Date.parse(String(event.statusAt)) + 5 * 60_000).toISOString();
  return {
    receiver,
    headers: { ...headers, 'webhook-id': `msg_${randomUUID()}` },
    event: { ...event, status: 'ENQUEUED', cascadeStageUUID: randomUUID(), statusAt },
  };
}

export const timeMutants: readonly TimeMutant[] = [
  {
    id: 'time-duplicate-within-an-hour',
    title: 'Counts a duplicate for an hour',
    clauses: ['8/duplicate-window', '7.4/duplicated'],
    change: reporting((event, { message, earlier, now }) => {
      const isSame = ({ key, content, at }: Message) =>
        key === message.key && content === message.content && now - at < hour;
      return earlier.some(isSame) ? undelivered(event, 'duplicated') : event;
    }),
    scenario: 'duplicate-window-ends',
  },
  {
    id: 'time-daily-limit-for-good',
    title: 'Never sends again what is above a daily limit once',
    clauses: ['7.4/daily-rate-limit'],
    change: reporting((event, { message, earlier }) => {
      const isUsedUp = earlier.some(({ key, told }) => key === message.key && told === 'daily-rate-limit');
      return isUsedUp ? undelivered(event, 'daily-rate-limit') : event;
    }),
    scenario: 'daily-limit-ends',
  },
  {
    id: 'time-dialogue-of-12-hours',
    title: 'Ends a dialogue after 12 hours',
    clauses: ['8/dialogue-session', '7.4/session-not-started'],
    assumes: 'ADR-0047',
    change: reporting((event, scene) => {
      const since = secondsSince(scene, ({ hasTemplate }) => hasTemplate);
      const isOver = !scene.message.hasTemplate && since > 12 * hour && since <= day;
      return isOver ? undelivered(event, 'session-not-started') : event;
    }),
    scenario: 'dialogue-lasts',
  },
  {
    id: 'time-dialogue-of-two-days',
    title: 'Keeps a dialogue open for two days after its last message',
    clauses: ['8/dialogue-session', '7.4/session-not-started'],
    change: reporting((event, scene) => {
      const since = secondsSince(scene, ({ hasTemplate }) => !hasTemplate);
      // What is sent at the end of a dialogue tells nothing here.
      const isLate = since > hour && since < 2 * day;
      return isOutside(event) && isLate ? delivered(event) : event;
    }),
    scenario: 'dialogue-ends',
  },
  {
    id: 'time-dialogue-extended',
    title: 'Extends a dialogue by free text',
    clauses: ['8/dialogue-session', '7.4/session-not-started'],
    assumes: 'ADR-0047',
    change: reporting((event, scene) =>
      isOutside(event) && secondsSince(scene, () => true) < hour ? delivered(event) : event,
    ),
    scenario: 'dialogue-not-extended',
  },
  {
    id: 'time-forgets-ids-after-a-week',
    title: 'Takes a used requestId again after a week',
    clauses: ['2.1/requestId-new'],
    assumes: 'ADR-0007',
    change: forgetsIds,
    scenario: 'reused-id-after-days',
  },
  {
    id: 'time-stage-at-ttl',
    title: 'Begins the next stage after the TTL of a stage that has delivered',
    clauses: ['1/cascade', '1/timing-between-stages'],
    assumes: 'ADR-0019',
    change: stageAtTtl,
    scenario: 'stages-end-with-delivered',
  },
];
