import type { KnownProblemCode } from '@cascade/types';
import { readDateTime } from './date-time.ts';
import * as schedulingRequest from './generated/scheduling-request.js';
import { isObject } from './objects.ts';
import {
  cascadeNotFound,
  outOfBalance,
  problem,
  type RequestProblem,
  requestIdUsed,
} from './request-problem.ts';
import { type ConstraintViolation, findViolations } from './violation.ts';

/** The verdict on a scheduling request. */
export type SchedulingJudgement =
  | {
      /** In lower case, as it is compared (ADR-0007). */
      readonly requestId: string;
      readonly problem: RequestProblem | undefined;
    }
  /** Without a well-formed request id no provider needs to look up whether it was used. */
  | { readonly requestId: undefined; readonly problem: RequestProblem };

/**
 * Judges a scheduling request: its problem is the first in the order of §4.1. Without facts it checks only
 * what needs no provider.
 */
export function judgeScheduling(body: unknown, facts: Facts = {}): SchedulingJudgement {
  const violations = findViolations(schedulingRequest, body);
  if (!isObject(body))
    return { requestId: undefined, problem: problem('matched-template-not-found', violations[0]) };
  const malformedId = firstViolation(violations, 1);
  if (malformedId !== undefined) return { requestId: undefined, problem: malformedId };
  return {
    requestId: String(body.requestId).toLowerCase(),
    problem: firstProblem({ body, violations, facts }),
  };
}

function firstProblem(one: Case): RequestProblem | undefined {
  for (const rule of processingRules) {
    const found = rule(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** How far ahead a start time may be (ADR-0043). */
export const startTimeLimitInDays = 366;

const day = 86_400_000; // milliseconds

/** The violation of a start time too far ahead. A malformed one is none here: the schema reports it. */
function findLateStart(startTime: unknown, now: Date): readonly ConstraintViolation[] {
  if (typeof startTime !== 'string') return [];
  const days = Math.ceil((readDateTime(startTime).getTime() - now.getTime()) / day);
  if (!(days > startTimeLimitInDays)) return [];
  const detail = `/startTime: must be at most ${startTimeLimitInDays} days ahead, found ${days}`;
  return [{ code: 'matched-template-not-found', pointer: '/startTime', rule: 4, detail }];
}

/** What only the provider knows. The rules skip every check whose fact is absent. */
export interface Facts {
  isRequestIdUsed?(requestId: string): boolean;
  findCascade?(cascadeId: number): CascadeShape | undefined;
  canAfford?(cascade: CascadeShape): boolean;
  /** The provider's clock, for the furthest start time (ADR-0043). */
  now?(): Date;
}

/** The input of a processing rule. */
interface Case {
  readonly body: Readonly<Record<string, unknown>>;
  readonly violations: readonly ConstraintViolation[];
  readonly facts: Facts;
}

/** A processing rule of §4.1: returns the problem of the request, or nothing. */
type ProcessingRule = (one: Case) => RequestProblem | undefined;

/** The first violation that a rule reports, as a problem. */
function firstViolation(
  violations: readonly ConstraintViolation[],
  rule: number,
  accept: (violation: ConstraintViolation) => boolean = () => true,
): RequestProblem | undefined {
  const found = violations.find((violation) => violation.rule === rule && accept(violation));
  return found === undefined ? undefined : problem(found.code, found);
}

/** Sorts violations by the stage of their content; violations outside `content` come first (ADR-0009). */
function inCascadeOrder(
  violations: readonly ConstraintViolation[],
  cascade: CascadeShape | undefined,
): ConstraintViolation[] {
  const stages = cascade?.stages ?? channels;
  const members = stages.map(({ channel }) => contentMember(channel));
  const position = ({ pointer }: ConstraintViolation) =>
    members.findIndex((member) => isBelow(pointer, `/content/${member}`));
  return violations.toSorted((a, b) => position(a) - position(b));
}

function isBelow(pointer: string, ancestor: string): boolean {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`);
}

/** §4.1 rule 1: the account has not used the requestId before. Its form is checked before the rules run. */
const requestIdRule: ProcessingRule = ({ body, facts }) => {
  const used = facts.isRequestIdUsed?.(String(body.requestId)) ?? false;
  return used ? requestIdUsed() : undefined;
};

/** §4.1 rule 2: the cascadeId names a cascade of the account. */
const cascadeRule: ProcessingRule = ({ body, violations, facts }) => {
  const malformed = firstViolation(violations, 2);
  if (malformed !== undefined) return malformed;
  if (facts.findCascade === undefined) return undefined;
  const cascadeId = Number(body.cascadeId);
  return facts.findCascade(cascadeId) === undefined ? cascadeNotFound(cascadeId) : undefined;
};

/**
 * §4.1 rule 3: `content` is present, matches the stages, and has its required fields, in this order
 * (ADR-0009).
 */
const contentRule: ProcessingRule = ({ body, violations, facts }) => {
  const absent = firstViolation(violations, 3, ({ pointer }) => pointer === '/content');
  if (absent !== undefined) return absent;
  const cascade = facts.findCascade?.(Number(body.cascadeId));
  const { content } = body;
  if (cascade !== undefined && typeof content === 'object' && content !== null) {
    const uncovered = findCoverageProblem(content, cascade);
    if (uncovered !== undefined) return uncovered;
  }
  return firstViolation(inCascadeOrder(violations, cascade), 3);
};

/** §4.1 rule 4: the layout of the body, the furthest start time, and the limits of the channel templates. */
const templateRule: ProcessingRule = ({ body, violations, facts }) => {
  const cascade = facts.findCascade?.(Number(body.cascadeId));
  const late = facts.now === undefined ? [] : findLateStart(body.startTime, facts.now());
  return firstViolation(inCascadeOrder([...violations, ...late], cascade), 4);
};

/** §4.1 rule 5: the balance covers the message. */
const balanceRule: ProcessingRule = ({ body, facts }) => {
  const cascade = facts.findCascade?.(Number(body.cascadeId));
  if (cascade === undefined || facts.canAfford === undefined) return undefined;
  return facts.canAfford(cascade) ? undefined : outOfBalance(cascade.id);
};

/** §4.1: the five checks in their order. The first problem found is the answer. */
const processingRules: readonly ProcessingRule[] = [
  requestIdRule,
  cascadeRule,
  contentRule,
  templateRule,
  balanceRule,
];

/** The part of a cascade that the rules compare a request with (§2.3). */
export interface CascadeShape {
  readonly id: number;
  readonly stages: readonly { readonly uuid: string; readonly channel: string }[];
  /** Which problem reports a stage without content (ADR-0004); `violations` if absent. */
  readonly coverage?: 'violations' | 'code';
}

const code: KnownProblemCode = 'cascade-scheduling-request-is-not-valid';
const opening = 'Cascade scheduling request is not valid. Violations: ';

/**
 * Compares the objects of `content` with the stages of the cascade (§2.1); only an object is content
 * (ADR-0045). The detail follows §7.3: stages without content first, in the order of the cascade, then
 * content without a stage.
 */
export function findCoverageProblem(content: object, cascade: CascadeShape): RequestProblem | undefined {
  const holds = (member = '') => isObject(Object(content)[member]);
  const missing = cascade.stages.filter(({ channel }) => !holds(contentMember(channel)));
  const surplus = channels.filter(
    ({ channel, member }) => holds(member) && !cascade.stages.some((stage) => stage.channel === channel),
  );
  if (missing.length === 0 && surplus.length === 0) return undefined;
  if (surplus.length === 0 && cascade.coverage === 'code') {
    const without = missing.map(({ channel }) => channel).join(', ');
    return problem("request-doesn't-contain-content-for-all-cascade-stages", {
      pointer: '/content',
      detail: `/content: cascade ${cascade.id} has stages without content: ${without}`,
    });
  }
  const id = groupDigits(cascade.id);
  const violations = [
    ...missing.map(({ uuid, channel }) => contentNotFound(id, uuid, channel)),
    ...surplus.map(({ channel }) => stageNotFound(id, channel)),
  ];
  const detail = opening + violations.join('; ');
  return problem(code, {
    detail,
    pointer: '/content',
    example: exampleFor(missing.length > 0, surplus.length > 0),
  });
}

function contentNotFound(id: string, uuid: string, channel: string): string {
  return `the content was not found for the cascade template stage [cascadeTemplateId:${id};stageUuid:${uuid};channelType:${channel}]`;
}

function stageNotFound(id: string, channel: string): string {
  return `the cascade template stage was not found for the content [cascadeTemplateId:${id};contentChannelType:${channel}]`;
}

/** §7.3: commas between groups of three digits, in every locale. */
export function groupDigits(id: number): string {
  return String(id).replace(/\B(?=(\d{3})+$)/g, ',');
}

function exampleFor(isMissing: boolean, isSurplus: boolean): string {
  if (isMissing && isSurplus) return 'both-violations';
  return isMissing ? 'content-not-found-for-stage' : 'stage-not-found-for-content';
}

/** The channels of §1 in the order of §2.1, each with its member of `content`. */
const channels = [
  { channel: 'SMS', member: 'smsContent' },
  { channel: 'CHATONE', member: 'chatoneContent' },
  { channel: 'CHATTWO', member: 'chattwoContent' },
] as const;

/** The member of `content` for a channel, e.g. `smsContent`. */
export function contentMember(channel: string): string | undefined {
  return channels.find((one) => one.channel === channel)?.member;
}
