import type { Answer } from '../exchange/http-request.ts';
import type { AnswerFault } from './fault.ts';

/** What asks for each header; the source asks for none of them. */
const rests: Readonly<Record<string, string>> = {
  allow: 'RFC 9110 §15.5.6, ADR-0010',
  'www-authenticate': 'RFC 9110 §11.6.1, ADR-0042',
};

/** Hints about headers that an answer lacks. The value `*` stands for any; others must be in the list of the header. */
export function judgeHeaders(headers: Readonly<Record<string, string>>, answer: Answer): AnswerFault[] {
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
