import type { Contract, ProblemCase, ProblemEntry } from '@cascade/contract';
import type { Case } from '@cascade/verifier/scenarios';
import { detailPattern, violationsPattern } from './detail-pattern.ts';
import type { PermittedAnswer } from './vector.ts';
import { violationText } from './violation-text.ts';

const validationError = 'cascade-scheduling-request-is-not-valid';
const olderCode = "request-doesn't-contain-content-for-all-cascade-stages";

/** Any 2xx. */
export const accepted: PermittedAnswer = { status: '2xx' };

/** Every answer to the request of a scenario that the source permits. */
export function answersOfScenario(built: Case, problems: Contract['problems']): PermittedAnswer[] {
  const { accepted: isAccepted, codes = [], unclear = {} } = built.expectation;
  return [
    ...(isAccepted ? [accepted] : []),
    ...codes.map((code) => ({ ...problemAnswer(code, problems), ...detailOf(built, code) })),
    ...(unclear.accepted === undefined ? [] : [{ ...accepted, because: unclear.accepted }]),
    ...(unclear.refused === undefined ? [] : [{ status: '4xx' as const, because: unclear.refused }]),
  ];
}

/** The answers to a case of the catalogue; missing content may have a code of its own (ADR-0004). */
export function answersOfCase(
  { code }: ProblemEntry,
  { clauses, detail }: ProblemCase,
  problems: Contract['problems'],
): PermittedAnswer[] {
  const isOfSource = clauses.some((id) => id.startsWith('7.1/comment-') || id.startsWith('7.3/'));
  const text = isOfSource && detail !== undefined ? { detail: detailPattern(detail) } : {};
  const answer = { ...problemAnswer(code, problems), ...text };
  const other = code === olderCode ? validationError : olderCode;
  const isMissing = code === olderCode || clauses.includes('7.3/content-not-found');
  if (!isMissing) return [answer];
  return [answer, { ...problemAnswer(other, problems), because: 'both codes mean it (ADR-0004)' }];
}

function problemAnswer(code: string, problems: Contract['problems']): PermittedAnswer {
  const found = problems.find((problem) => problem.code === code);
  if (found === undefined) throw new Error(`${code} is not in the catalogue`);
  return { status: found.status, titles: [...new Set([found.title, code])] };
}

function detailOf({ expectation, cascade }: Case, code: string): Pick<PermittedAnswer, 'detail'> {
  const { comment, violations } = expectation;
  if (comment !== undefined) return { detail: detailPattern(comment) };
  if (violations === undefined || code !== validationError) return {};
  const { missing = [], surplus = [] } = violations;
  const cascadeId = cascade.id;
  const channels = cascade.stages.map(({ channel }) => channel);
  const absent = (['SMS', 'CHATONE', 'CHATTWO'] as const).find((channel) => !channels.includes(channel));
  const stageUuid = (channel: string) =>
    cascade.stages.find((stage) => stage.channel === channel)?.uuid ?? '';
  return {
    detail: violationsPattern(
      missing.map((channel) =>
        violationText({ kind: 'content-not-found', cascadeId, stageUuid: stageUuid(channel), channel }),
      ),
      surplus.map((channel) =>
        violationText({
          kind: 'stage-not-found',
          cascadeId,
          channel: channel === 'absent' ? (absent ?? '') : channel,
        }),
      ),
    ),
  };
}
