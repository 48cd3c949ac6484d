import { expect, test } from 'vitest';
import { firstMessage } from './checks.ts';

test.each([
  [
    '@cascade/repository#check:generated',
    '$ node tools/contract/src/generate/cli.ts --check\nNot current:\n  a.yaml\n  b.yaml\nRun `npm run generate`.\n',
    'Not current: a.yaml',
  ],
  [
    '@cascade/repository#check:types',
    "$ tsc -p tsconfig.json\na.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.\n",
    "a.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.",
  ],
  ['@cascade/repository#check:words', '$ node cli.ts\na.ts:3: foo → bar\n1 found\n', 'a.ts:3: foo → bar'],
  [
    '@cascade/repository#check:unused',
    '$ knip\nUnused exports (2)\nb  a.ts:1:14\nc  a.ts:2:14\n',
    'Unused exports: b a.ts:1:14',
  ],
  [
    '@cascade/repository#check:format',
    '$ biome check .\na.ts format ━━━━━\n\n  × Formatter would have printed the following content:\n  \n    1 │ a\n',
    'a.ts: Formatter would have printed the following content:',
  ],
  [
    '@cascade/repository#check:format',
    'a.ts:1:17 lint/suspicious/noExplicitAny ━━━━━\n\n  × Unexpected any. Specify a different type.\n  \n',
    'a.ts:1:17: Unexpected any. Specify a different type.',
  ],
  [
    '@cascade/spec#lint',
    "validating openapi.yaml using lint rules for api 'openapi'...\n[1] openapi.yaml:1:1 at #/\n\nThe field `info` must be present.\n",
    'openapi.yaml:1:1 at #/: The field `info` must be present.',
  ],
  ['@cascade/docs#lint', '$ tsc\na.ts(1,1): error TS1: no.\n', 'a.ts(1,1): error TS1: no.'],
  [
    '@cascade/repository#check:evolution',
    '## Contract: a major change\nReleased: 0.1.0. Required: at least 0.2.0. Planned: 0.1.1. ✗\n',
    'Released: 0.1.0. Required: at least 0.2.0. Planned: 0.1.1. ✗',
  ],
])('the first message of %s', (task, output, message) => {
  expect(firstMessage(task, output)).toBe(message);
});

test('of a check that crashed, its error', () => {
  const stack =
    '$ node a.ts\nfile:///a.ts:1\nthrow new TypeError();\n^\n\nTypeError: b is not a function\n    at c\n';
  expect(firstMessage('@cascade/repository#check:types', stack)).toBe('TypeError: b is not a function');
  expect(firstMessage('@cascade/repository#check:types', '$ tsc\n[ELIFECYCLE] Command failed.\n')).toBe(
    'failed without a message',
  );
});
