import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { sourceFiles } from './read-imports.ts';

/** Programs that run for long, and what they load. */
const served = /^packages\/(?:embedded-postgres|lenient-requests|mock|service|validator|yaml-file)\/src\//;

/** An import of values, or one of types alone that stays as `import {}` when the types are stripped. */
const ofValues = /^import (?!type )[^;]*from 'node:http';/gm;

test('what runs for long does not import node:http as a module, which loads all of undici: 13 MiB', () => {
  const found = sourceFiles
    .map(({ path }) => path)
    .filter((path) => served.test(path) && !/\/testing\/|\.test\.ts$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(repositoryRoot, path), 'utf8');
      return [...text.matchAll(ofValues)].map(([line]) => `${path}: ${line}`);
    });
  expect(found, "process.getBuiltinModule('node:http') loads it without").toEqual([]);
});

test('an import of values is found, one of types is not', () => {
  const isFound = (line: string) => [...line.matchAll(ofValues)].length > 0;
  expect(isFound("import { createServer } from 'node:http';")).toBe(true);
  expect(isFound("import { type Server } from 'node:http';")).toBe(true);
  expect(isFound("import type { Server } from 'node:http';")).toBe(false);
});
