import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isSecret, parseProfile } from '../profile/read-profile.ts';
import { evidenceOf } from './evidence.ts';

const text = readFileSync(new URL('../../profiles/mock.yaml', import.meta.url), 'utf8');
const digestOf = (changed: string) => evidenceOf(parseProfile(changed), isSecret).digests.profile;

test('verifier, contract, scenarios and profile have digests of SHA-256', () => {
  const { verifier, digests } = evidenceOf(parseProfile(text), isSecret);
  expect(verifier).toMatchObject({ name: '@cascade/verifier', version: expect.stringMatching(/^\d/) });
  for (const digest of [verifier.digest, ...Object.values(digests)])
    expect(digest).toMatch(/^sha256:[\da-f]{64}$/);
  expect(new Set([verifier.digest, ...Object.values(digests)]).size).toBe(4);
});

test('another key, or another address of the provider, is the same profile', () => {
  expect(text).toContain('demo-key');
  expect(digestOf(text.replaceAll('demo-key', 'another-key'))).toBe(digestOf(text));
  expect(digestOf(text.replace(/^target: .*$/m, 'target: http://elsewhere.example'))).toBe(digestOf(text));
});

test('another order or a comment is the same profile, another cascade or a further key is not', () => {
  const lines = text.trimEnd().split('\n');
  const at = lines.findIndex((line) => line.startsWith('address:'));
  const moved = [...lines.slice(0, at), ...lines.slice(at + 1), lines[at], '# a comment', ''].join('\n');
  expect(digestOf(moved)).toBe(digestOf(text));
  expect(digestOf(text.replace(/id: 2002\b/, 'id: 2003'))).not.toBe(digestOf(text));
  expect(digestOf(text.replace(/^keys:$/m, 'keys:\n  wrong: no-such-key'))).not.toBe(digestOf(text));
});
