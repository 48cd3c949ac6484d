import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sampleReport } from '../../test/support/sample-report.ts';
import { toPredicate, toStatement } from './to-statement.ts';

const [row] = sampleReport().ledger;
const kept = {
  verdict: 'conformant',
  findings: [],
  hints: [],
  ledger: row === undefined ? [] : [row],
} as const;

test('a statement has what in-toto v1 and the predicate test-result v0.1 require', () => {
  const subject = [{ name: 'shop', digest: { sha256: 'a'.repeat(64) } }];
  const statement = toStatement(subject, toPredicate(sampleReport(), '{}', 'https://ci.example/1'));
  expect(statement).toEqual({
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: 'FAILED',
      configuration: expect.any(Array),
      url: 'https://ci.example/1',
      passedTests: ['1/cascade'],
      warnedTests: ['7.1/method-not-allowed'],
      failedTests: ['8/attachmentName'],
    },
  });
});

test.each([
  ['PASSED', 'every clause was judged', kept],
  ['WARNED', 'a clause was not judged', { ...kept, options: { phases: ['vectors'] as const } }],
  ['FAILED', 'there is a finding', {}],
])('%s: %s', (result, _, changes) => {
  expect(toPredicate(sampleReport(changes), '{}').result).toBe(result);
});

test('the configuration names verifier, contract, scenarios, profile and report by their digests', () => {
  const text = JSON.stringify(sampleReport());
  const { configuration } = toPredicate(sampleReport(), text);
  expect(configuration.map(({ name, digest }) => [name, digest.sha256])).toEqual([
    ['@cascade/verifier', '1'.repeat(64)],
    ['contract', '2'.repeat(64)],
    ['scenarios', '3'.repeat(64)],
    ['profile', '4'.repeat(64)],
    ['report', createHash('sha256').update(text).digest('hex')],
  ]);
  const [verifier] = configuration;
  expect(verifier).toMatchObject({
    uri: 'pkg:npm/%40cascade/verifier@1.2.3',
    annotations: {
      statement: sampleReport().statement,
      notJudged: [],
      run: { target: 'http://127.0.0.1:4012', seed: 7, began: '2026-11-21T10:00:00.000Z' },
    },
  });
});

test('a clause that the source leaves open is not named as a test, though a decision was kept', () => {
  const open = sampleReport().ledger.find(({ kind }) => kind === 'not-shown');
  const ledger = open === undefined ? [] : [{ ...open, verdict: 'conformant' as const }];
  expect(toPredicate(sampleReport({ ...kept, ledger }), '{}').passedTests).toEqual([]);
});
