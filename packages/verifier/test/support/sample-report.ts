import { withLevel } from '../../src/report/level.ts';
import type { Finding, Report } from '../../src/report/report.ts';

const finding: Finding = {
  id: '0123456789',
  scenario: 'attachmentName-length-outside',
  title: 'A document name of 71 characters was accepted.',
  says: 'A document name of 71 characters is refused.',
  phase: 'boundaries',
  check: 'negative-data-rejection',
  clause: '8/attachmentName',
  clauseSays: 'A name has at most 70.',
  clauses: ['8/attachmentName', '7.1/attachmentName-is-too-long'],
  severity: 'error',
  expected: 'refusal with attachmentName-is-too-long',
  actual: 'acceptance (200) <b>&\u0007</b>',
  request: {
    method: 'POST',
    path: '/api/cascade/schedule',
    headers: { 'content-type': 'application/json', 'x-api-key': '<API_KEY>' },
    body: '{"requestId":"1","content":{"chattwoContent":{"attachmentName":"aaa"}}}',
  },
  curl: `curl -i -X POST 'http://127.0.0.1:4012/api/cascade/schedule' \\\n  --data-raw '{"text":"it'\\''s"}'`,
};

const hint: Finding = {
  ...finding,
  id: '9876543210',
  scenario: 'method-get',
  title: 'Not so: GET on the scheduling path is answered with method-not-allowed.',
  says: 'GET on the scheduling path is answered with method-not-allowed.',
  phase: 'vectors',
  check: 'response-headers-conformance',
  clause: '7.1/method-not-allowed',
  clauseSays: 'Says 405.',
  severity: 'hint',
  rests: 'RFC 9110 §15.5.6, ADR-0010',
  expected: 'the header allow with POST',
  actual: 'none',
};

/** A report with a scenario of each verdict, a finding and a hint. */
export function sampleReport(changes: Partial<Report> = {}): Report {
  const inconclusive = { scenario: 'callback-signed', reason: 'the profile has no callback.secret' };
  const row = { kind: 'limit', attempts: 2, matches: 1 };
  return withLevel({
    subject: 'provider',
    verdict: 'non-conformant',
    verifier: { name: '@cascade/verifier', version: '1.2.3', digest: `sha256:${'1'.repeat(64)}` },
    digests: {
      contract: `sha256:${'2'.repeat(64)}`,
      scenarios: `sha256:${'3'.repeat(64)}`,
      profile: `sha256:${'4'.repeat(64)}`,
    },
    target: 'http://127.0.0.1:4012',
    began: '2026-11-21T10:00:00.000Z',
    ended: '2026-11-21T10:00:01.250Z',
    seed: 7,
    deep: false,
    assumptions: false,
    options: {},
    requests: 12,
    seconds: 1.25,
    phases: [
      { phase: 'vectors', attempts: 2, matches: 2, findings: 0, hints: 1, inconclusive: 0, seconds: 0.5 },
      {
        phase: 'boundaries',
        attempts: 1,
        matches: 0,
        findings: 1,
        hints: 0,
        inconclusive: 0,
        seconds: 0.25,
      },
      { phase: 'callback', attempts: 0, matches: 0, findings: 0, hints: 0, inconclusive: 1, seconds: 0.5 },
    ],
    findings: [finding],
    hints: [hint],
    scenarios: [
      { scenario: 'accepts-sms', says: 'A text is accepted.', phase: 'vectors', verdict: 'match' },
      { scenario: 'method-get', says: hint.says, phase: 'vectors', verdict: 'match' },
      { scenario: finding.scenario, says: finding.says, phase: 'boundaries', verdict: 'mismatch' },
      { ...inconclusive, says: 'It is signed.', phase: 'callback', verdict: 'inconclusive' },
    ],
    inconclusive: [inconclusive],
    ledger: [
      { ...row, clause: '1/cascade', says: 'A cascade walks.', verdict: 'conformant' },
      { ...row, clause: '8/attachmentName', says: 'A name has at most 70.', verdict: 'non-conformant' },
      { ...row, clause: '7.1/method-not-allowed', says: 'Says 405.', verdict: 'conformant' },
      {
        ...row,
        clause: '6/signing',
        kind: 'not-shown',
        says: 'How callbacks are signed.',
        verdict: 'inconclusive',
        attempts: 0,
        matches: 0,
        reason: 'the source leaves it open',
      },
    ],
    ...changes,
  });
}
