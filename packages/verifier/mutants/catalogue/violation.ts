import { details } from '../changes/on-answer.ts';
import type { Mutant } from '../mutant.ts';
import { type Ask, inDetail } from '../witness/observe.ts';
import { scheduling, text, threeStages, twoStages } from '../witness/requests.ts';
import { mutantsOf } from './mutants-of.ts';

const spoilt = mutantsOf('text');

export const invalid = 'cascade-scheduling-request-is-not-valid';

/** A stage of cascade 31634 without content. */
export const missing: Ask = () => scheduling({ cascadeId: twoStages, content: { chatoneContent: text() } });

/** Content without a stage there. */
export const surplus: Ask = () => {
  const content = { chatoneContent: text(), chattwoContent: text(), smsContent: text() };
  return scheduling({ cascadeId: twoStages, content });
};

/** Both at once. */
export const both: Ask = () =>
  scheduling({ cascadeId: twoStages, content: { chatoneContent: text(), smsContent: text() } });

/** Two stages of cascade 1000000 without content. */
export const twoMissing: Ask = () => scheduling({ cascadeId: threeStages, content: { smsContent: text() } });

/** What the witness compares: the first group that the pattern finds in `detail`. */
export type Sight = readonly [ask: Ask, pattern: RegExp, plain: string, changed: string];

/** The text of violations edited. */
export function violation(
  id: string,
  clauses: Mutant['clauses'],
  title: string,
  edit: (detail: string) => string,
  [ask, pattern, plain, changed]: Sight,
): Mutant {
  return spoilt(id, clauses, title, details(edit, invalid), [ask, plain, changed, inDetail(pattern)]);
}

/** Replaces every occurrence of one text by another. */
export function swap(from: string | RegExp, to: string): (detail: string) => string {
  return (detail) => detail.replaceAll(from, to);
}

/** The cascade id written in another way; `write` gets its digits. */
export function idWritten(write: (digits: string) => string): (detail: string) => string {
  return (detail) =>
    detail.replace(/(?<=cascadeTemplateId:)[\d,]+/g, (written) => write(written.replaceAll(',', '')));
}
