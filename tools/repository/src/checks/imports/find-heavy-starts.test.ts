import { expect, test } from 'vitest';
import { findHeavyStarts } from './find-heavy-starts.ts';

const served = 'packages/mock/src/a.ts';

test.each([
  ['of values', "\nimport { createServer } from 'node:http';"],
  ['that stays when the types are stripped', "\nimport { type Server } from 'node:http';"],
])('an import %s is found', (_, text) => {
  expect(findHeavyStarts(served, text)).toEqual([
    expect.stringMatching(/^packages\/mock\/src\/a\.ts:2: imports node:http: /),
  ]);
});

test.each([
  ['an import of types', served, "import type { Server } from 'node:http';"],
  ['a test', 'packages/mock/src/a.test.ts', "import { createServer } from 'node:http';"],
  ['a program that soon ends', 'packages/docs/src/a.ts', "import { createServer } from 'node:http';"],
])('not: %s', (_, path, text) => {
  expect(findHeavyStarts(path, text)).toEqual([]);
});
