import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { wordsOfOutcomes } from './demo-numbers.ts';
import { readContract } from './read-contract.ts';
import { ContractError, repositoryRoot } from './yaml-file.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test('the contract of this repository is right and complete', () => {
  const { problems, reasons, clauses, decisions } = readContract();
  expect(problems.filter(({ provenance }) => provenance === 'documented')).toHaveLength(22);
  expect(reasons).toHaveLength(13);
  expect(clauses.size).toBeGreaterThanOrEqual(120);
  expect(decisions.map(({ number }) => number)).toEqual(decisions.map((_, index) => index + 1));
});

test.each([
  [
    'a duplicate code',
    'spec/catalogue/problems.yaml',
    '- code: content-not-specified',
    '- code: requestId-is-not-unique',
    /problems\.yaml:\d+:3: \/1\/code: duplicate code requestId-is-not-unique \(first at line \d+\)/,
  ],
  [
    'a clause that does not exist',
    'spec/catalogue/problems.yaml',
    'clause: 7.1/auth-error',
    'clause: 7.1/auth-eror',
    /problems\.yaml:\d+:3: \/\d+\/clause: 7\.1\/auth-eror is not in spec\/clauses\.yaml; did you mean 7\.1\/auth-error\?/,
  ],
  [
    'a decision that does not exist',
    'spec/catalogue/problems.yaml',
    'decision: ADR-0007',
    'decision: ADR-0099',
    /problems\.yaml:\d+:3: \/0\/decision: ADR-0099 is not in spec\/decisions/,
  ],
  [
    'a status as text',
    'spec/catalogue/problems.yaml',
    'status: 401',
    'status: unauthorised',
    /problems\.yaml:\d+:3: \/\d+\/status: expected an integer, found "unauthorised"/,
  ],
  [
    'an assumed code without decision',
    'spec/catalogue/problems.yaml',
    '  provenance: assumed\n  decision: ADR-0014\n',
    '  provenance: assumed\n',
    /problems\.yaml:\d+:3: \/\d+: expected a field decision, found none/,
  ],
  [
    'a value that is not allowed',
    'spec/catalogue/problems.yaml',
    'retry: used-before',
    'retry: perhaps',
    /\/0\/retry: expected one of after-fix, .+, found "perhaps"/,
  ],
  [
    'a code without a check',
    'spec/catalogue/checks.yaml',
    'codes: [auth-error]',
    'codes: []',
    /checks\.yaml:\d+:\d+: expected a check with auth-error, found none/,
  ],
  [
    'a check with a code that there is not',
    'spec/catalogue/checks.yaml',
    'codes: [auth-error]',
    'codes: [auth-error, auth-eror]',
    /checks\.yaml:\d+:\d+: \/2\/codes\/1: auth-eror is not in catalogue\/problems\.yaml/,
  ],
  [
    'a code in two checks',
    'spec/catalogue/checks.yaml',
    'codes: [auth-error]',
    'codes: [auth-error, not-found]',
    /\/2\/codes\/1: duplicate code not-found/,
  ],
  [
    'a code in the check of another rule',
    'spec/catalogue/checks.yaml',
    'codes: [auth-error]',
    'codes: [auth-error, out-of-balance]',
    /\/2\/codes\/1: out-of-balance has rule 5 in catalogue\/problems\.yaml/,
  ],
  [
    'rules in another order',
    'spec/catalogue/checks.yaml',
    '  rule: 1\n',
    '  rule: 2\n',
    /\/9\/rule: rule 2 is out of order/,
  ],
  [
    'an only case that is not named by its code',
    'spec/catalogue/problems.yaml',
    'name: out-of-balance',
    'name: no-money',
    /\/\d+\/cases\/0\/name: expected out-of-balance, the name of the code, found no-money/,
  ],
  [
    'evidence that nothing shows',
    'spec/decisions/0005-text-of-detail.md',
    'evidence: seen\nseen: ',
    'evidence: seen\n# ',
    /0005-text-of-detail\.md:\d+:\d+: .*expected a field seen, found none/,
  ],
  [
    'invalid YAML',
    'spec/catalogue/reasons.yaml',
    '- reason: not-chattwo-user',
    '- reason: "not-chattwo-user',
    /reasons\.yaml:\d+:\d+: invalid YAML: /,
  ],
  [
    'two reasons with one spelling',
    'spec/catalogue/reasons.yaml',
    'aliases: [not-template-match]',
    'aliases: [duplicated]',
    /reasons\.yaml:\d+:3: \/\d+: duplicate reason duplicated \(first at line \d+\)/,
  ],
  [
    'a limit of an unknown code',
    'spec/catalogue/limits.yaml',
    'problem: attachmentName-is-too-long',
    'problem: too-long',
    /limits\.yaml:\d+:3: \/0\/problem: too-long is not in problems\.yaml/,
  ],
  [
    'a demo number that occurs twice',
    'spec/catalogue/demo-numbers.yaml',
    "number: '+12025550102'",
    "number: '+12025550101'",
    /demo-numbers\.yaml:\d+:3: \/1\/number: duplicate number \+12025550101 \(first at line \d+\)/,
  ],
  [
    'a demo number that may belong to a subscriber',
    'spec/catalogue/demo-numbers.yaml',
    "number: '+12025550102'",
    "number: '+12025551102'",
    /\/1\/number: /,
  ],
  [
    'a demo number of an unknown reason',
    'spec/catalogue/demo-numbers.yaml',
    'reason: duplicated',
    'reason: duplicate',
    /demo-numbers\.yaml:\d+:\d+: \/9: duplicate is not in reasons\.yaml; did you mean duplicated\?/,
  ],
  [
    'a reason without a demo number',
    'spec/catalogue/demo-numbers.yaml',
    'reason: duplicated',
    'reason: spam-rate-limit-hit',
    /demo-numbers\.yaml:\d+:\d+: .*no number has the reason duplicated/,
  ],
  [
    'a demo number with a reason on a channel that does not have it',
    'spec/catalogue/demo-numbers.yaml',
    'CHATONE: message-undeliverable',
    'CHATONE: daily-rate-limit',
    /\/22: daily-rate-limit is not a reason of CHATONE in reasons\.yaml/,
  ],
  [
    'receipts that do not lead to the outcome',
    'spec/catalogue/demo-numbers.yaml',
    '{ status: READ, afterSeconds: 2 }',
    '{ status: SENT, afterSeconds: 2 }',
    /\/14\/receipts: expected a receipt with the outcome READ, found none/,
  ],
  [
    'an undelivered receipt with a reason of one channel',
    'spec/catalogue/demo-numbers.yaml',
    'reason: message-undeliverable\n  how: by',
    'reason: daily-rate-limit\n  how: by',
    /\/19\/receipts: receipts and failures are the same on every channel: expected a reason without channels/,
  ],
  [
    'a demo number with two outcomes',
    'spec/catalogue/demo-numbers.yaml',
    'reason: duplicated',
    'reason: duplicated\n  status: SENT',
    /demo-numbers\.yaml:\d+:\d+: \/9/,
  ],
  [
    'an unknown kind of clause',
    'spec/clauses.yaml',
    '1/channels: { kind: concept',
    '1/channels: { kind: idea',
    /clauses\.yaml:\d+:15: \/1~1channels\/kind: expected one of/,
  ],
  [
    'a question that no decision answers',
    'spec/clauses.yaml',
    '9/version-scheme: { kind: not-shown',
    '9/another: { kind: not-shown, says: Open. }\n9/version-scheme: { kind: not-shown',
    /clauses\.yaml:\d+:1: \/9~1another: open question without a decision/,
  ],
  [
    'a decision with the wrong number',
    'spec/decisions/0007-scope-of-request-id.md',
    'number: 7',
    'number: 8',
    /0007-scope-of-request-id\.md:2:1: \/number: expected 7, the number in the file name, found 8/,
  ],
  [
    'a decision without front matter',
    'spec/decisions/0007-scope-of-request-id.md',
    '---\nnumber',
    'number',
    /0007-scope-of-request-id\.md:1:1: expected front matter/,
  ],
])('%s is reported with file, line and pointer', (_, file, from, to, report) => {
  const root = contractCopy();
  const text = readFileSync(join(root, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(root, file), text.replace(from, to));
  expect(() => readContract(root)).toThrow(ContractError);
  expect(() => readContract(root)).toThrow(report);
});

test('a reason of one channel comes on that channel only, and its demo number is delivered on the others', () => {
  const at = (number: string) =>
    readContract().demoNumbers.find((one) => one.number === number)?.outcomes ?? {};
  const delivered = { status: 'DELIVERED', reason: null };
  expect(at('+12025550104')).toEqual({
    SMS: delivered,
    CHATONE: delivered,
    CHATTWO: { status: 'UNDELIVERED', reason: 'daily-rate-limit' },
  });
  expect(wordsOfOutcomes(at('+12025550104'))).toBe(
    '`daily-rate-limit` on CHATTWO; DELIVERED on SMS and CHATONE',
  );
  expect(wordsOfOutcomes(at('+12025550111'))).toBe('`message-undeliverable`');
  expect(wordsOfOutcomes(at('+12025550121'))).toBe('READ');
});

test('a missing file is reported by its name', () => {
  const root = contractCopy();
  rmSync(join(root, 'spec/catalogue/limits.yaml'));
  expect(() => readContract(root)).toThrow(/spec\/catalogue\/limits\.yaml:1:1: file not found/);
});

test('the faults of all files are reported at once', () => {
  const root = contractCopy();
  writeFileSync(join(root, 'spec/catalogue/limits.yaml'), '[');
  writeFileSync(join(root, 'spec/decisions/0007-scope-of-request-id.md'), 'no front matter');
  rmSync(join(root, 'spec/catalogue/reasons.yaml'));
  expect(() => readContract(root)).toThrow(
    /0007-scope-of-request-id\.md:1:1: .*\n.*reasons\.yaml:1:1: file not found\n.*limits\.yaml:\d+:\d+: invalid/,
  );
});

function contractCopy(): string {
  const root = mkdtempSync(join(tmpdir(), 'cascade-contract-'));
  folders.push(root);
  for (const part of ['openapi', 'catalogue', 'decisions', 'schemas', 'clauses.yaml']) {
    cpSync(join(repositoryRoot, 'spec', part), join(root, 'spec', part), { recursive: true });
  }
  return root;
}
