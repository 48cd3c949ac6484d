import { expect, test } from 'vitest';
import { readableOutput } from './progress.ts';

test('keeps the output of tasks, drops the lines of turbo', () => {
  const output = [
    '   • turbo 2.11.11',
    '',
    '@cascade/spec:lint: cache miss, executing 0123',
    '@cascade/spec:lint: [1] openapi.yaml:3:1',
    ' Tasks:    0 successful, 1 total',
    ' ERROR  run failed: command  exited (1)',
  ].join('\n');
  expect(readableOutput(output)).toBe(
    '@cascade/spec:lint: [1] openapi.yaml:3:1\n ERROR  run failed: command  exited (1)\n',
  );
});
