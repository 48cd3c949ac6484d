import { type AnswerOrNone, isAccepted, isOfProxy, type TargetAnswer } from '../exchange/http-request.ts';
import type { ProfileCascade } from '../generated/profile.ts';
import { parseJson, stringsIn, titleIn } from '../json.ts';
import type { Expectation } from '../scenario/scenario.ts';
import { listedCode, statusOf } from './catalogue.ts';
import { type AnswerFault, errorOf, type Verdict, verdictOf } from './fault.ts';
import { judgeProblemBody } from './judge-problem-body.ts';
import { judgeViolations } from './judge-violations.ts';

/** Judges an answer by what the scenario expects; where the source leaves a choice, every choice passes. */
export function judgeAnswer(
  expectation: Expectation,
  outcome: AnswerOrNone,
  cascade: ProfileCascade,
): Verdict {
  if ('none' in outcome)
    return verdictOf([errorOf('answers', 'an HTTP answer', outcome.says, '4.1/error-response')]);
  if (isOfProxy(outcome)) return verdictOf([ofProxy(outcome)]);
  const isTaken = isAccepted(outcome);
  const { unclear } = expectation;
  const why = isTaken ? unclear?.accepted : unclear?.refused;
  if (why !== undefined) return { kind: 'inconclusive', why };
  if (expectation.accepted) return verdictOf(isTaken ? judgeSuccess(outcome) : [refused(outcome)]);
  if (isTaken) return verdictOf([accepted(expectation, outcome)]);
  const verdict = verdictOf(judgeRefusal(expectation, outcome, cascade));
  const title = titleIn(outcome.text) ?? '';
  const isUntold = expectation.violations !== undefined && listedCode(title)?.code !== withViolations;
  return isUntold && verdict.kind === 'match'
    ? { kind: 'inconclusive', why: `the provider answers ${title}, which tells no violations (ADR-0004)` }
    : verdict;
}

/** The code whose detail tells the violations (§7.3). */
const withViolations = 'cascade-scheduling-request-is-not-valid';

function ofProxy({ status, text }: TargetAnswer): AnswerFault {
  return {
    check: 'answers',
    clause: '4.1/error-response',
    severity: 'error',
    cause: 'gateway',
    expected: 'an answer of the API, at least to the second of two equal requests',
    actual: `${status} ${shorten(text)}, as of a gateway before it`,
  };
}

/** A success must not have the body of a listed problem. */
function judgeSuccess({ status, text }: TargetAnswer): AnswerFault[] {
  const title = titleIn(text);
  if (title === undefined || listedCode(title) === undefined) return [];
  return [
    errorOf(
      'status-code-conformance',
      'an error status with the problem body, or a success without it',
      `${status} with the problem ${title}`,
      '1/error-with-problem-body',
    ),
  ];
}

function judgeRefusal(
  expectation: Expectation,
  answer: TargetAnswer,
  cascade: ProfileCascade,
): AnswerFault[] {
  const { codes = [], comment, violations, headers = {} } = expectation;
  const bodyFaults = judgeProblemBody(answer);
  const title = titleIn(answer.text);
  if (title === undefined) return [...statusFaults(codes, answer), ...bodyFaults];
  const code = listedCode(title)?.code ?? title;
  if (!codes.includes(code)) return [wrongCode(codes, title), ...bodyFaults];
  const faults = [...statusFaults([code], answer), ...bodyFaults];
  if (comment !== undefined && !stringsIn(parseJson(answer.text)).some((text) => text.includes(comment)))
    faults.push(errorOf('problem-text', `the comment «${comment}» in the body`, answer.text));
  if (violations !== undefined && code === withViolations)
    faults.push(...judgeViolations(violations, answer, cascade));
  return [...faults, ...judgeHeaders(headers, answer)];
}

function statusFaults(codes: readonly string[], { status }: TargetAnswer): AnswerFault[] {
  const allowed = [...new Set(codes.map(statusOf))];
  if (allowed.includes(status)) return [];
  const expected = `the status ${allowed.join(' or ')} of ${codes.join(', ')}`;
  return [errorOf('status-code-conformance', expected, String(status))];
}

function refused({ status, text }: TargetAnswer): AnswerFault {
  const actual = `${status} ${titleIn(text) ?? shorten(text)}`;
  return errorOf('positive-data-acceptance', 'acceptance (2xx)', actual);
}

function accepted({ codes = [] }: Expectation, { status }: TargetAnswer): AnswerFault {
  const expected = `refusal with ${codes.join(' or ')}`;
  return errorOf('negative-data-rejection', expected, `acceptance (${status})`);
}

function wrongCode(codes: readonly string[], title: string): AnswerFault {
  return errorOf('problem-code', codes.join(' or '), title);
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** What asks for each header; the source asks for none of them. */
const rests: Readonly<Record<string, string>> = {
  allow: 'RFC 9110 §15.5.6, ADR-0010',
  'www-authenticate': 'RFC 9110 §11.6.1, ADR-0042',
};

/**
 * Hints about headers that an answer lacks. The value `*` stands for any; others must be in the list of the
 * header.
 */
function judgeHeaders(headers: Readonly<Record<string, string>>, answer: TargetAnswer): AnswerFault[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const actual = answer.headers[name];
    const parts = actual?.split(',').map((part) => part.trim().toUpperCase()) ?? [];
    const isThere = value === '*' ? (actual ?? '').trim() !== '' : parts.includes(value.toUpperCase());
    if (isThere) return [];
    return [
      {
        check: 'response-headers-conformance',
        severity: 'hint',
        rests: rests[name] ?? 'RFC 9110',
        expected: value === '*' ? `the header ${name}` : `the header ${name} with ${value}`,
        actual: actual ?? 'none',
      },
    ];
  });
}
