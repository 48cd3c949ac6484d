import { expect, test } from 'vitest';
import { factsOf } from '../../testing/facts-of.ts';
import { senderSignature } from './sender-signature.ts';

test('requires an activated signature', () => {
  expect(senderSignature(factsOf({ senderActivated: false }))).toBe('error-subject-unknown');
  expect(senderSignature(factsOf({ senderActivated: true }))).toBeNull();
});
