import type { TargetAnswer } from '../exchange/http-request.ts';
import type { Channel, ProfileCascade } from '../generated/profile.ts';
import { isObject, parseJson } from '../json.ts';
import { absentChannel } from '../scenario/resolve-base.ts';
import type { ExpectedViolations } from '../scenario/scenario.ts';
import { type AnswerFault, errorOf } from './fault.ts';

const uuidShape = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** What is wrong with the violations in `detail` (§7.3): which, in what order, how written. */
export function judgeViolations(
  expected: ExpectedViolations,
  { text }: TargetAnswer,
  cascade: ProfileCascade,
): AnswerFault[] {
  const body = parseJson(text);
  const detail = isObject(body) ? body.detail : undefined;
  if (typeof detail !== 'string' || detail === '') return [];
  const whole = writeDetail(expected, cascade);
  return faultsOf(expected, detail, cascade).map((each) => ({
    ...each,
    expected: `${each.expected}, in «${whole}»`,
    actual: each.actual === detail ? detail : `${each.actual}, in «${detail}»`,
  }));
}

/** A fault names the piece that differs; the caller adds the whole text. */
function faultsOf(expected: ExpectedViolations, detail: string, cascade: ProfileCascade): AnswerFault[] {
  const read = readViolations(detail);
  if (!('violations' in read)) return [fault(read.clause, read.expected, read.actual)];
  const written = read.violations.flatMap((violation) => judgeWriting(violation, cascade));
  const channelsAreWrong = written.some(({ clause }) => clause === '7.3/channel');
  return [
    ...written,
    ...(channelsAreWrong ? [] : judgeWhich(expected, read.violations, cascade)),
    ...judgeOrder(read.violations),
  ];
}

/** The detail of such a refusal as §7.3 has it; a stage whose UUID the profile lacks has an ellipsis. */
function writeDetail({ missing = [], surplus = [] }: ExpectedViolations, cascade: ProfileCascade): string {
  const id = `cascadeTemplateId:${thousands(cascade.id)}`;
  const uuidOf = (channel: Channel) => cascade.stages.find((stage) => stage.channel === channel)?.uuid ?? '…';
  const parts = [
    ...missing.map(
      (channel) =>
        `the content was not found for the cascade template stage [${id};stageUuid:${uuidOf(channel)};channelType:${channel}]`,
    ),
    ...surplus
      .map((channel) => (channel === 'absent' ? absentChannel(cascade) : channel))
      .map(
        (channel) =>
          `the cascade template stage was not found for the content [${id};contentChannelType:${channel ?? '…'}]`,
      ),
  ];
  return `Cascade scheduling request is not valid. Violations: ${parts.join('; ')}`;
}

function judgeWriting(violation: Violation, cascade: ProfileCascade): AnswerFault[] {
  const faults: AnswerFault[] = [];
  const { id, channel } = violation;
  const written = thousands(cascade.id);
  if (id !== written)
    faults.push(
      fault(
        id.replaceAll(/\D/g, '') === String(cascade.id) ? '7.3/thousands' : '2.3/cascadeTemplateId',
        written,
        id,
      ),
    );
  if (!['SMS', 'CHATONE', 'CHATTWO'].includes(channel))
    faults.push(fault('7.3/channel', 'SMS, CHATONE or CHATTWO', channel));
  if (violation.kind === 'missing') faults.push(...judgeStage(violation, cascade));
  return faults;
}

function judgeStage(
  { stageUuid, channel }: Violation & { kind: 'missing' },
  { stages }: ProfileCascade,
): AnswerFault[] {
  if (!uuidShape.test(stageUuid)) return [fault('2.3/stageUuid', 'the UUID of the stage', stageUuid)];
  const named = stages.find(({ uuid }) => uuid?.toLowerCase() === stageUuid.toLowerCase());
  if (named !== undefined && named.channel !== channel.toUpperCase())
    return [fault('7.3/channel', `${named.channel}, the channel of the stage`, channel)];
  const known = stages.filter((stage) => stage.channel === channel).map(({ uuid }) => uuid?.toLowerCase());
  if (known.includes(undefined) || known.length === 0 || known.includes(stageUuid.toLowerCase())) return [];
  return [fault('2.3/stageUuid', `the UUID of the ${channel} stage, ${known.join(' or ')}`, stageUuid)];
}

/**
 * One violation for each channel; where a channel has several stages, one for each of them will do as well.
 */
function judgeWhich(
  expected: ExpectedViolations,
  violations: readonly Violation[],
  cascade: ProfileCascade,
): AnswerFault[] {
  const { missing = [], surplus = [] } = expected;
  const named = surplus.map((channel) => (channel === 'absent' ? absentChannel(cascade) : channel));
  const told = (kind: Violation['kind']) =>
    violations.filter((violation) => violation.kind === kind).map(({ channel }) => channel);
  const stagesOf = (channel: Channel) => cascade.stages.filter((stage) => stage.channel === channel).length;
  const mostOf = (channel: string) => missing.filter((each) => each === channel).map(stagesOf)[0] ?? 0;
  return [
    ...judgeSet('7.3/content-not-found', 'content that is missing', missing, told('missing'), mostOf),
    ...judgeSet('7.3/stage-not-found', 'content without a stage', named, told('surplus'), () => 1),
  ];
}

function judgeSet(
  clause: string,
  what: string,
  expected: readonly (string | undefined)[],
  told: readonly string[],
  mostOf: (channel: string) => number,
): AnswerFault[] {
  const isComplete = expected.every((channel) => channel !== undefined && told.includes(channel));
  const isExact = told.every(
    (channel) =>
      expected.includes(channel) && told.filter((each) => each === channel).length <= mostOf(channel),
  );
  if (isComplete && isExact) return [];
  const written = (channels: readonly (string | undefined)[]) => `${what}: ${channels.join(', ') || 'none'}`;
  return [fault(clause, written(expected), written(told))];
}

function judgeOrder(violations: readonly Violation[]): AnswerFault[] {
  const kinds = violations.map(({ kind }) => kind);
  const firstSurplus = kinds.indexOf('surplus');
  if (firstSurplus === -1 || kinds.lastIndexOf('missing') < firstSurplus) return [];
  return [fault('7.3/order', 'missing content first', kinds.join(', '))];
}

/** The digits grouped by commas (§7.3, rule 2), whatever the locale of this process. */
function thousands(id: number): string {
  return String(id).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

function fault(clause: string, expected: string, actual: string): AnswerFault {
  return errorOf('problem-text', expected, actual, clause);
}

/** A violation as written in `detail` (§7.3), with its members. */
type Violation =
  | { readonly kind: 'missing'; readonly id: string; readonly stageUuid: string; readonly channel: string }
  | { readonly kind: 'surplus'; readonly id: string; readonly channel: string };

/** The violations of a detail, or the clause by which it cannot be read. */
type ReadViolations =
  | { readonly violations: readonly Violation[] }
  | { readonly clause: string; readonly expected: string; readonly actual: string };

const opening = /^\s*(the )?cascade scheduling request is not valid\s*[.:;,]?\s*violations:\s*/i;

const missing =
  /^the content was not found for the cascade template stage \[cascadeTemplateId:([^;\]]*);stageUuid:([^;\]]*);channelType:([^;\]]*)\]/;

const surplus =
  /^the cascade template stage was not found for the content \[cascadeTemplateId:([^;\]]*);contentChannelType:([^;\]]*)\]/;

const separator = /^\s*;\s*/;

/** Reads the text of §7.3. It is scanned, not split: the brackets hold semicolons, too. */
export function readViolations(detail: string): ReadViolations {
  const start = opening.exec(detail);
  if (start === null)
    return {
      clause: '7.3/opening',
      expected: '«Cascade scheduling request is not valid. Violations:»',
      actual: detail,
    };
  const violations: Violation[] = [];
  let rest = detail.slice(start[0].length);
  for (;;) {
    const read = readOne(rest);
    if (read === undefined) return unreadable(rest);
    violations.push(read.violation);
    rest = rest.slice(read.length);
    if (/^\s*[.;]?\s*$/.test(rest)) return { violations };
    const between = separator.exec(rest);
    if (between === null)
      return { clause: '7.3/separator', expected: 'a semicolon between violations', actual: rest };
    rest = rest.slice(between[0].length);
  }
}

function readOne(text: string): { violation: Violation; length: number } | undefined {
  const one = missing.exec(text);
  if (one !== null) {
    const [whole, id = '', stageUuid = '', channel = ''] = one;
    return { violation: { kind: 'missing', id, stageUuid, channel }, length: whole.length };
  }
  const other = surplus.exec(text);
  if (other === null) return undefined;
  const [whole, id = '', channel = ''] = other;
  return { violation: { kind: 'surplus', id, channel }, length: whole.length };
}

function unreadable(text: string): ReadViolations {
  const { index } = /\[/.exec(text) ?? {};
  if (index !== undefined && !text.startsWith('[cascadeTemplateId:', index))
    return { clause: '2.3/cascadeTemplateId', expected: '[cascadeTemplateId:…', actual: text.slice(index) };
  const isMissing = /content\b.*\bnot found|stageUuid/.test(text) && !text.includes('contentChannelType');
  return {
    clause: isMissing ? '7.3/content-not-found' : '7.3/stage-not-found',
    expected: isMissing
      ? 'the content was not found for the cascade template stage [cascadeTemplateId:…;stageUuid:…;channelType:…]'
      : 'the cascade template stage was not found for the content [cascadeTemplateId:…;contentChannelType:…]',
    actual: text,
  };
}
