import { expect, test } from 'vitest';
import { replaceSecret, validSecrets } from './callback-secrets.ts';
import { judgeCallbackRegistration } from './judge-shape.ts';

const hour = 3_600_000;
const start = new Date('2026-12-01T00:00:00Z');
const after = (hours: number) => new Date(start.getTime() + hours * hour);
const at = (hours: number, isSigned = false) => ({ now: after(hours), isSigned });
const secretOf = (bytes: number, fill = 7) => `whsec_${Buffer.alloc(bytes, fill).toString('base64')}`;
const first = secretOf(24, 1);
const second = secretOf(32, 2);
const third = secretOf(64, 3);

test('a new secret signs first, the one before beside it for 24 hours', () => {
  const { secrets: one, made } = replaceSecret(undefined, first, at(0));
  expect(made).toBeUndefined();
  const { secrets: two } = replaceSecret(one, second, at(1));
  expect(validSecrets(two, after(24.9))).toEqual([second, first]);
  expect(validSecrets(two, after(25))).toEqual([second]);
});

test('a repetition changes nothing, a third secret ends the first at once, and the first may be registered again', () => {
  const { secrets } = replaceSecret({ current: first }, second, at(0));
  expect(replaceSecret(secrets, second, at(20)).secrets).toEqual(secrets);
  expect(validSecrets(replaceSecret(secrets, third, at(1)).secrets, after(1))).toEqual([third, second]);
  expect(validSecrets(replaceSecret(secrets, first, at(1)).secrets, after(1))).toEqual([first, second]);
});

test('without a secret the registration keeps its own; a provider makes one only if nothing signs', () => {
  expect(replaceSecret({ current: first }, undefined, at(0))).toEqual({ secrets: { current: first } });
  expect(replaceSecret(undefined, undefined, at(0, true))).toEqual({ secrets: undefined });
  const { secrets, made = '' } = replaceSecret(undefined, undefined, at(0));
  expect(secrets).toEqual({ current: made });
  expect(
    judgeCallbackRegistration({ statusCallbackUrl: 'https://shop.example/', secret: made }),
  ).toBeUndefined();
  expect(replaceSecret(undefined, undefined, at(0)).made).not.toBe(made);
});

test.each([23, 24, 25, 26, 27, 31, 32, 63, 64, 65, 66])('a secret of %i bytes', (bytes) => {
  const registration = { statusCallbackUrl: 'https://shop.example/', secret: secretOf(bytes) };
  const isFit = bytes >= 24 && bytes <= 64;
  expect(judgeCallbackRegistration(registration)?.detail).toBe(
    isFit ? undefined : '/secret: must be whsec_ and the base64 of 24 to 64 bytes',
  );
});

test.each([
  '',
  'whsec_',
  first.slice(6),
  `${first}\n`,
  first.replace('whsec', 'WHSEC'),
  `${first}==`,
  7,
  null,
])('the secret %j is refused, and not repeated', (secret) => {
  const found = judgeCallbackRegistration({ statusCallbackUrl: 'https://shop.example/', secret });
  expect(found?.code).toBe('matched-template-not-found');
  expect(found?.detail).toMatch(
    /^\/secret: must be (?:whsec_ and the base64|string, found (?:number|null)$)/,
  );
});
