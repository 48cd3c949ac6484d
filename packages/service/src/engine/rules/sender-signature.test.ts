import { expect, test } from 'vitest';
import { factsOf } from '../testing/facts-of.ts';
import { senderSignature } from './sender-signature.ts';

test('wants the signature to be activated', () => {
  expect(senderSignature(factsOf({ senderActivated: false }))).toBe('error-subject-unknown');
  expect(senderSignature(factsOf({ senderActivated: true }))).toBeNull();
});
