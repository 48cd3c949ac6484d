import { isObject, parseJson } from '../../json.ts';
import { errorOf, inconclusive, type Verdict, verdictOf } from '../../oracle/fault.ts';
import { lacking, lackingCascade } from '../../scenario/unavailable.ts';
import { untried } from '../phase-context.ts';
import {
  type CallbackContext,
  type CallbackTrial,
  provoke,
  type StatusEvent,
  toldOf,
  type Watched,
} from './callback-context.ts';
import { advance, happensWithin, secondsOfDay } from './provider-clock.ts';

/** Sends a message of several stages that its first stage delivers. */
export async function sendDelivered(trial: CallbackTrial): Promise<Watched> {
  const { callback, profile, scenario } = trial;
  if (callback.delivers === undefined)
    throw untried(
      lacking('/callback/delivers', 'the profile does not say that address is reached (callback.delivers)'),
    );
  const cascade = profile.cascades.find(({ stages, olderCoverage }) => stages.length > 1 && !olderCoverage);
  if (cascade === undefined)
    throw untried(lackingCascade(['CHATONE', 'CHATTWO'], 'the profile has no cascade of several stages'));
  const sent = await provoke(trial, { cascade }, 'the message was not accepted');
  return { scenario, sent, judge: judgeStages };
}

/** How long a stage that must not begin may take to, in seconds. */
const beginning = 0.5;

/** Waits until a stage has delivered. */
export async function untilDelivered(context: CallbackContext, { sent, judge }: Watched): Promise<void> {
  const isDelivered = () => judge(toldOf(context, sent.requestId)).kind !== 'inconclusive';
  await context.inbox.until(isDelivered, context.seconds * 1_000);
}

/** Waits for a stage that begins all the same: with a clock, also at the end of a TTL. */
export async function whileStagesGoOn(context: CallbackContext, { sent, judge }: Watched): Promise<void> {
  const isWrong = () => judge(toldOf(context, sent.requestId)).kind === 'mismatch';
  await advance(context, longestTtl);
  await happensWithin({ ...context, seconds: beginning }, beginning, isWrong);
}

/** Of the stages of most cascades. */
const longestTtl = secondsOfDay;

/** What an event says of a stage, in the members of ADR-0015. */
interface StageEvent {
  readonly stage: string;
  readonly status: unknown;
  readonly at: number;
}

function stageEventOf({ received: { body }, status }: StatusEvent): StageEvent[] {
  const event = parseJson(body);
  if (!isObject(event) || typeof event.cascadeStageUUID !== 'string') return [];
  const at = Date.parse(String(event.statusAt));
  return Number.isNaN(at) ? [] : [{ stage: event.cascadeStageUUID, status, at }];
}

/** No stage begins after another has delivered (ADR-0019). A stage that a TTL began before goes on. */
function judgeStages(told: readonly StatusEvent[]): Verdict {
  const events = told.flatMap(stageEventOf).toSorted((one, other) => one.at - other.at);
  const delivery = events.find(({ status }) => status === 'DELIVERED');
  if (delivery === undefined) return inconclusive('no callback said which stage delivered the message');
  if (events.some(({ status }) => status === 'EXPIRED'))
    return inconclusive('the TTL of a stage ended before it delivered');
  const begins = new Map(events.toReversed().map((event) => [event.stage, event]));
  const later = [...begins.values()].find(({ stage, at }) => stage !== delivery.stage && at > delivery.at);
  if (later === undefined) return { kind: 'match' };
  const expected = 'no further stage after the delivery of the message';
  return verdictOf([
    errorOf('callback', expected, `${later.status} of the stage ${later.stage} after DELIVERED`),
  ]);
}
