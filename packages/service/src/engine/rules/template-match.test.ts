import { expect, test } from 'vitest';
import { factsOf } from '../../testing/facts-of.ts';
import { templateMatch, templateOf } from './template-match.ts';

const templates = [{ name: 'code', text: 'Code {code}' }];
const chattwo = factsOf({ channel: 'CHATTWO', templates, content: { text: 'Hello', marketing: false } });
const matching = { text: 'Code 4821', marketing: false };

test('accepts a template inside and outside a dialogue', () => {
  expect(templateMatch({ ...chattwo, content: matching })).toBeNull();
  expect(templateMatch({ ...chattwo, content: matching, dialogueOpen: true })).toBeNull();
  expect(templateOf({ ...chattwo, content: matching })).toBe('code');
});

test('requires a dialogue for any other text on chattwo', () => {
  expect(templateMatch(chattwo)).toBe('session-not-started');
  expect(templateMatch({ ...chattwo, dialogueOpen: true })).toBeNull();
});

test('requires a template for marketing messages even in a dialogue', () => {
  const marketing = { text: 'Hello', marketing: true };
  expect(templateMatch({ ...chattwo, dialogueOpen: true, content: marketing })).toBe('no-template-match');
});

test('requires a template on other channels with templates', () => {
  expect(templateMatch({ ...chattwo, channel: 'SMS' })).toBe('no-template-match');
});

test('is off without templates', () => {
  expect(templateMatch({ ...chattwo, templates: [] })).toBeNull();
});
