import { expect, test } from 'vitest';
import { type Packed, withNeeded } from './pack.ts';

const packedAs = (name: string, ...dependencies: readonly string[]): Packed => ({
  folder: '',
  tarball: `${name}.tgz`,
  manifest: {
    name,
    version: '1.0.0',
    exports: {},
    dependencies: Object.fromEntries(dependencies.map((one) => [one, 'workspace:*'])),
  },
});
const all = [
  packedAs('a', 'b', 'elsewhere'),
  packedAs('b', 'c'),
  packedAs('c', 'b'),
  packedAs('d'),
  packedAs('@cascade/mock', 'd'),
  packedAs('@cascade/verifier'),
];
const needed = (...names: readonly string[]) =>
  withNeeded(
    all.filter(({ manifest }) => names.includes(manifest.name)),
    all,
  ).map(({ manifest }) => manifest.name);

test('what a package needs, and what that needs, once each', () => {
  expect(needed('a')).toEqual(['a', 'b', 'c']);
  expect(needed('d', 'c')).toEqual(['b', 'c', 'd']);
  expect(needed()).toEqual([]);
});

test('the verifier is tried with the mock', () => {
  expect(needed('@cascade/verifier')).toEqual(['d', '@cascade/mock', '@cascade/verifier']);
});
