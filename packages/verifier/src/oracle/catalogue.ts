import { canonicalProblemCode, isKnownProblemCode, problemFacts } from '@cascade/types';
import type { AnswerOrNone } from '../exchange/http-request.ts';
import { titleIn } from '../json.ts';

/** What the source lists of a code: its status, and where in §4.1 it may come up. */
interface ListedCode {
  readonly status: number;
  readonly rules: readonly [first: number, last: number];
}

/**
 * The code of a title, both spellings folded; undefined for what the source does not list, assumed codes of
 * our catalogue included (§7, §9).
 */
export function listedCode(title: string): ({ code: string } & ListedCode) | undefined {
  const code = canonicalProblemCode(title);
  if (!isKnownProblemCode(code)) return undefined;
  const { status, provenance, rule = 0 } = problemFacts(code);
  return provenance === 'documented' ? { code, status, rules: rulesOf(code, rule) } : undefined;
}

/** Malformed members may be noticed before any rule (ADR-0032), missing fields of content at rule 3 or 4. */
function rulesOf(code: string, rule: number): readonly [number, number] {
  if (code === 'matched-template-not-found' || code === 'system-error') return [0, 4];
  return /^(text|caption|action|attachmentName|latitude|longitude|contentType)-not-specified$/.test(code)
    ? [3, 4]
    : [rule, rule];
}

/** The status of a code in an expectation, which may be one of our own. */
export function statusOf(code: string): number {
  return isKnownProblemCode(code) ? problemFacts(code).status : 400;
}

/**
 * The listed code of a refusal that has its status, as an account or a profile provokes it; undefined for all
 * else.
 */
export function problemOf(outcome: AnswerOrNone): string | undefined {
  if ('none' in outcome) return undefined;
  const listed = listedCode(titleIn(outcome.text) ?? '');
  return listed?.status === outcome.status ? listed.code : undefined;
}
