import { isObject, type JsonObject, parseJson } from '../../json.ts';
import { type AnswerFault, verdictOf } from '../../oracle/fault.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { skip } from '../phase-context.ts';
import type { CallbackContext } from './callback-context.ts';

interface Member {
  readonly name: string;
  /** What the value must be, in words. */
  readonly is: string;
  readonly fits: (value: unknown) => boolean;
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const orNull =
  (fits: Member['fits']): Member['fits'] =>
  (value) =>
    value === null || fits(value);
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** The eleven members that every callback must have (ADR-0015). */
function membersOf({ cascades: usual, callback }: Profile): readonly Member[] {
  const cascades = [
    ...usual,
    ...Object.values(callback?.reasons ?? {}).flatMap(({ cascade }) => cascade ?? []),
  ];
  const ids = cascades.map(({ id }) => id);
  const channels = cascades.flatMap(({ stages }) => stages.map(({ channel }) => channel as unknown));
  return [
    { name: 'requestId', is: 'a UUID', fits: (value) => uuid.test(String(value)) },
    { name: 'messageId', is: 'an integer', fits: Number.isInteger },
    { name: 'cascadeId', is: `one of ${ids.join(', ')}`, fits: (value) => ids.some((id) => id === value) },
    { name: 'cascadeStageUUID', is: 'a UUID or null', fits: orNull((value) => uuid.test(String(value))) },
    { name: 'subject', is: 'a non-empty string or null', fits: orNull(isText) },
    { name: 'subjectId', is: 'an integer or null', fits: orNull(Number.isInteger) },
    { name: 'channelType', is: 'a channel', fits: (value) => channels.includes(value) },
    { name: 'status', is: 'a non-empty string', fits: isText },
    { name: 'statusAt', is: 'an instant in UTC', fits: (value) => instant.test(String(value)) },
    { name: 'error', is: 'a non-empty string or null', fits: orNull(isText) },
    { name: 'comment', is: 'a non-empty string or null', fits: orNull((value) => typeof value === 'string') },
  ];
}

/** Checks every received callback against the assumed shape; the source shows none (§6). */
export function judgeMembers(context: CallbackContext, scenario: Scenario): void {
  const { profile, receiver, recorder } = context;
  const events = receiver.received.map(({ body }) => parseJson(body)).filter(isObject);
  if (events.length === 0) {
    skip(context, scenario, 'no callback came');
    return;
  }
  const members = membersOf(profile);
  const [first] = events.flatMap((event) => {
    const wrong = members.filter(({ name, fits }) => !fits(event[name]));
    return wrong.length === 0 ? [] : [faultOf(event, wrong)];
  });
  recorder.record({ scenario, verdict: verdictOf(first === undefined ? [] : [first]) });
}

function faultOf(event: JsonObject, wrong: readonly Member[]): AnswerFault {
  const expected = wrong.map(({ name, is }) => `${name} is ${is}`).join(', ');
  const actual = wrong.map(({ name }) => `${name}: ${JSON.stringify(event[name]) ?? 'absent'}`).join(', ');
  return { check: 'callback', clause: '6/payload', severity: 'error', expected, actual };
}
