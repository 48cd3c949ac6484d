import type { KnownProblemCode } from '@cascade/types';
import { channels, contentMember } from './channels.ts';
import { isObject } from './objects.ts';
import { problem, type RequestProblem } from './request-problem.ts';

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
 * Compares the objects of `content` with the stages of the cascade (§2.1); only an object is content (ADR-0045).
 * The detail follows §7.3: stages without content first, in the order of the cascade, then content without a stage.
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
