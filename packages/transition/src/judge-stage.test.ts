import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeStage, type StageFacts } from './judge-stage.ts';
import { factsOf } from './testing.ts';

const templates = [{ name: 'code', text: 'Code {code}' }];

/** The reason against a stage that is an ordinary one but for these facts. */
function refusalOf(facts: Partial<StageFacts>): string | null {
  return judgeStage(factsOf(facts)).refusal;
}

test('accepts an ordinary message', () => {
  expect(judgeStage(factsOf())).toEqual({ refusal: null, template: null });
});

test('names the matched template', () => {
  const content = { text: 'Code 4821', marketing: false };
  expect(judgeStage(factsOf({ templates, content }))).toEqual({ refusal: null, template: 'code' });
});

test('gives the same reason when an invalid message is sent twice', () => {
  expect(refusalOf({ address: 'call me', duplicate: true })).toBe('error-address-format');
});

test('a channel without a gateway is the first reason', () => {
  expect(refusalOf({ hasGateway: false, address: 'call me' })).toBe('message-undeliverable');
});

test.each([
  ['error-address-format', { address: 'call me' }],
  ['error-subject-unknown', { senderActivated: false }],
  ['too-long-message', { lengthLimit: 1 }],
  ['no-template-match', { templates }],
  ['session-not-started', { templates, channel: 'CHATTWO' }],
  ['message-undeliverable', { hasOptedOut: true }],
  ['duplicated', { duplicate: true }],
  [
    'daily-rate-limit',
    { templates, channel: 'CHATTWO', content: { text: 'Code 1', marketing: false }, templateMessagesLeft: 0 },
  ],
])('knows %s', (reason, facts) => {
  expect(refusalOf(facts)).toBe(reason);
});

describe('address format', () => {
  const judge = (address: string, addressType = 'PHONE') => refusalOf({ address, addressType });

  test.each(['+12025550199', '12025550199', '+10000000001', '1234567', '+123456789012345'])(
    'takes %s',
    (address) => {
      expect(judge(address)).toBeNull();
    },
  );

  test.each([
    'call me',
    '',
    '+',
    '123456',
    '+1234567890123456',
    '+1 202 555 0199',
    '0012025550199',
    '++12025550199',
    '12025550199\n',
  ])('refuses %j', (address) => {
    expect(judge(address)).toBe('error-address-format');
  });

  test('does not check other types of address', () => {
    expect(judge('someone@example.org', 'EMAIL')).toBeNull();
  });
});

describe('duplicate', () => {
  test('follows the verdict of the intake', () => {
    expect(refusalOf({ duplicate: true })).toBe('duplicated');
    expect(refusalOf({ duplicate: false })).toBeNull();
  });
});

describe('message length', () => {
  const judge = (text: string, lengthLimit?: number) =>
    refusalOf({ content: { text, marketing: false }, lengthLimit });

  test('counts code points, blanks included', () => {
    expect(judge('🎉 1', 3)).toBeNull();
    expect(judge('🎉 12', 3)).toBe('too-long-message');
  });

  test('has no limit by default', () => {
    expect(judge('x'.repeat(100_000))).toBeNull();
  });
});

describe('sender signature', () => {
  test('requires an activated signature', () => {
    expect(refusalOf({ senderActivated: false })).toBe('error-subject-unknown');
    expect(refusalOf({ senderActivated: true })).toBeNull();
  });
});

describe('daily limit', () => {
  const last = {
    channel: 'CHATTWO',
    templates,
    content: { text: 'Code 4821', marketing: false },
    templateMessagesLeft: 1,
  };

  test('refuses template messages when none are left', () => {
    expect(refusalOf(last)).toBeNull();
    expect(refusalOf({ ...last, templateMessagesLeft: 0 })).toBe('daily-rate-limit');
  });

  test('does not count free text, nor other channels', () => {
    const used = { ...last, templateMessagesLeft: 0 };
    const freeText = { ...used, dialogueOpen: true, content: { text: 'Hello', marketing: false } };
    expect(refusalOf(freeText)).toBeNull();
    expect(refusalOf({ ...used, channel: 'CHATONE' })).toBeNull();
  });
});

describe('template match', () => {
  const chattwo = { channel: 'CHATTWO', templates, content: { text: 'Hello', marketing: false } };
  const matching = { text: 'Code 4821', marketing: false };

  test('accepts a template inside and outside a dialogue', () => {
    expect(refusalOf({ ...chattwo, content: matching })).toBeNull();
    expect(refusalOf({ ...chattwo, content: matching, dialogueOpen: true })).toBeNull();
    expect(judgeStage(factsOf({ ...chattwo, content: matching })).template).toBe('code');
  });

  test('requires a dialogue for any other text on chattwo', () => {
    expect(refusalOf(chattwo)).toBe('session-not-started');
    expect(refusalOf({ ...chattwo, dialogueOpen: true })).toBeNull();
  });

  test('requires a template for marketing messages even in a dialogue', () => {
    const marketing = { text: 'Hello', marketing: true };
    expect(refusalOf({ ...chattwo, dialogueOpen: true, content: marketing })).toBe('no-template-match');
  });

  test('requires a template on other channels with templates', () => {
    expect(refusalOf({ ...chattwo, channel: 'SMS' })).toBe('no-template-match');
  });

  test('is off without templates', () => {
    expect(refusalOf({ ...chattwo, templates: [] })).toBeNull();
  });
});

describe('match template', () => {
  const matches = (template: string, text: string) =>
    refusalOf({ templates: [{ name: 'it', text: template }], content: { text, marketing: false } }) === null;

  test.each([
    ['Your code is {code}.', 'Your code is 4821.'],
    ['Your code is {code}.', 'Your code is a.b.c..'],
    ['{greeting}', 'anything\nat all'],
    ['{a}{b}', 'xy'],
    ['{a} and {b} and {c}', 'x and y and z and more'],
    ['no placeholder', 'no placeholder'],
  ])('%j allows %j', (template, text) => {
    expect(matches(template, text)).toBe(true);
  });

  test.each([
    ['Your code is {code}.', 'Your code is .'],
    ['Your code is {code}.', 'Your code is 4821'],
    ['Your code is {code}.', 'your code is 4821.'],
    ['{a}{b}', 'x'],
    ['{a} and {b} and {c}', 'x and y'],
    ['a{x}a', 'aa'],
    ['no placeholder', 'no placeholder!'],
  ])('%j does not allow %j', (template, text) => {
    expect(matches(template, text)).toBe(false);
  });

  test('agrees with a regular expression, which is too slow for some texts', () => {
    const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 2 }), {
      minLength: 1,
      maxLength: 4,
    });
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 12 });
    fc.assert(
      fc.property(pieces, texts, (parts, text) => {
        expect(matches(parts.join('{x}'), text)).toBe(new RegExp(`^${parts.join('.+')}$`, 's').test(text));
      }),
      { numRuns: 3000 },
    );
  });
});
