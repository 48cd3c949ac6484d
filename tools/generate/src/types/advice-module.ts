import type { Contract } from '@cascade/contract';
import { banner } from '../generated-file.ts';
import { constant } from './constant.ts';

/** Texts for people, in a module of their own: programs that show no advice do not bundle them. */
export function adviceModule({ problems, reasons }: Contract): string {
  const ofProblems = problems.map(({ code, cause, fix, advice }) => [code, { cause, fix, advice }]);
  const ofReasons = reasons.map(({ reason, meaning, advice }) => [reason, { meaning, advice }]);
  return [
    banner.code,
    constant(
      'Why each problem code is returned, how to fix the request, and whether to send it again.',
      'problemAdvice',
      Object.fromEntries(ofProblems),
    ),
    constant(
      'What each undelivered reason means and what to do about it.',
      'reasonAdvice',
      Object.fromEntries(ofReasons),
    ),
  ].join('');
}
