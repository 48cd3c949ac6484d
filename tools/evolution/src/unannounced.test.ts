import { drop, put, repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { compare } from './compare.ts';
import { judge } from './judge.ts';
import { type Release, readPresent } from './release.ts';
import { unannounced } from './unannounced.ts';

const present = readPresent(repositoryRoot);
const operation = '/paths/~1api~1cascade~1get-all';
const field = '/components/schemas/SchedulingRequest/properties/comment';

/** What is not announced if `pointer` goes after a release in which `marked` was deprecated. */
async function gone(pointer: string, { version = '1.0.0', marked = '' } = {}): Promise<readonly string[]> {
  const released: Release = { ...structuredClone(present), version };
  if (marked !== '') put(released.openapi, `${marked}/deprecated`, true);
  const now = structuredClone(released);
  drop(now.openapi, pointer);
  return unannounced(await compare(released, now), released);
}

test('an operation and a field that were not deprecated are refused', async () => {
  expect(await gone(operation)).toEqual([`openapi ${operation}`]);
  expect(await gone(field)).toEqual([`openapi ${field}`]);
});

test('those that the last release had as deprecated may go', async () => {
  expect(await gone(operation, { marked: `${operation}/post` })).toEqual([]);
  expect(await gone(field, { marked: field })).toEqual([]);
});

test('below 1.0.0 anything may go', async () => {
  expect(await gone(field, { version: '0.9.0' })).toEqual([]);
});

test('no changeset covers it', () => {
  const versions = { released: '1.0.0', present: '1.0.0', bump: 'major' } as const;
  expect(judge([], versions, ['openapi /a']).passes).toBe(false);
  expect(judge([], versions).passes).toBe(true);
});
