import { describe, expect, test } from 'vitest';
import { readSchedulingRequest } from './read-scheduling-request.ts';
import { type LenientSwitch, lenientSwitches, strict, switchesOf } from './reading.ts';
import { uuidV5 } from './uuid-v5.ts';

const names = Object.keys(lenientSwitches) as readonly LenientSwitch[];
const all = switchesOf(Object.fromEntries(names.map((name) => [name, true])));
const read = (body: unknown, switches = all) => readSchedulingRequest(body, switches, uuidV5);

const older = {
  requestId: 'order 1234',
  cascadeId: '31634',
  content: {
    smsContent: { text: 4821 },
    chattwoContent: {
      contentType: 'DOCUMENT',
      attachment: { url: 'https://files.example.test/b', name: 'b' },
      keyboard: {
        rows: [
          { buttons: [{ buttonType: 'URL', text: 'Open', url: 'https://shop.example.test' }] },
          {
            buttons: [
              { buttonType: 'PHONE', text: 'Call', phone: '+12025550100' },
              { type: 'QUICK_REPLY', text: 'Yes', payload: 'yes' },
            ],
          },
        ],
      },
    },
  },
};

describe('an older body', () => {
  test('is read as the described one', () => {
    expect(read(older)).toEqual({
      value: {
        requestId: uuidV5('order 1234'),
        cascadeId: 31634,
        content: {
          smsContent: { contentType: 'TEXT', text: '4821' },
          chattwoContent: {
            contentType: 'DOCUMENT',
            attachmentUrl: 'https://files.example.test/b',
            attachmentName: 'b',
            buttons: [
              {
                type: 'URL',
                text: 'Open',
                url: 'https://shop.example.test',
                action: 'https://shop.example.test',
              },
              { type: 'PHONE', text: 'Call', phone: '+12025550100', action: '+12025550100' },
              { type: 'QUICK_REPLY', text: 'Yes', payload: 'yes', action: 'yes' },
            ],
          },
        },
      },
    });
  });

  test('is the same object while all switches are off', () => {
    expect(read(older, strict)).toEqual({ value: older });
    expect((read(older, strict) as { value: unknown }).value).toBe(older);
  });

  test.each(names.filter((name) => name !== 'listRequests'))('%s alone reads one thing', (name) => {
    expect(read(older, switchesOf({ [name]: true }))).not.toEqual({ value: older });
    expect(read(older, { ...all, [name]: false })).not.toEqual(read(older));
  });
});

describe('a button', () => {
  const button = (sent: object) => ({
    content: { chattwoContent: { contentType: 'TEXT', buttons: [sent] } },
  });

  test.each([
    [
      { type: 'URL', url: 'https://a.test', action: 'own' },
      { type: 'URL', url: 'https://a.test', action: 'own' },
    ],
    [
      { type: 'URL', url: '' },
      { type: 'URL', url: '' },
    ],
    [{ type: 'toString' }, { type: 'toString' }],
    [
      { text: 'x', url: 'https://a.test' },
      { text: 'x', url: 'https://a.test' },
    ],
    [{ type: 'URL', buttonType: 'URL' }, { type: 'URL' }],
  ])('%j is read as %j', (sent, expected) => {
    expect(read(button(sent))).toEqual({ value: button(expected) });
  });
});

test.each([
  ['both forms of buttons', { keyboard: { rows: [] }, buttons: [] }, '/content/chattwoContent/keyboard'],
  [
    'both forms of an attachment',
    { attachment: {}, attachmentUrl: 'x' },
    '/content/chattwoContent/attachment',
  ],
  ['an attachment that is a text', { attachment: 'x' }, '/content/chattwoContent/attachment'],
  ['a keyboard without rows', { keyboard: {} }, '/content/chattwoContent/keyboard/rows'],
  ['a row without buttons', { keyboard: { rows: [{}] } }, '/content/chattwoContent/keyboard/rows/0/buttons'],
  [
    'two types of one button',
    { keyboard: { rows: [{ buttons: [{ type: 'URL', buttonType: 'PHONE' }] }] } },
    '/content/chattwoContent/keyboard/rows',
  ],
])('%s cannot be read without guessing', (_, chattwoContent, pointer) => {
  const reading = read({ content: { chattwoContent } });
  expect(reading).toMatchObject({ problem: { code: 'matched-template-not-found', pointer } });
  expect(reading).toMatchObject({ problem: { detail: expect.stringContaining('expected') } });
});

test.each([
  { requestId: '' },
  { requestId: 'x'.repeat(257) },
  { requestId: 'a\0b' },
  { requestId: 'a\ud800' },
  { requestId: '6A1F0C2B-4D5E-4691-8111-12222AAAA001' },
  { requestId: 7 },
  { cascadeId: '1e3' },
  { cascadeId: '-1' },
  { cascadeId: '9'.repeat(16) },
  { content: [] },
  { content: { chattwoContent: 'x' } },
  { content: { chattwoContent: { text: 2 ** 60 } } },
  [],
  null,
])('%j is left as it was sent', (body) => {
  expect(read(body)).toEqual({ value: body });
});

test('a misspelt switch and a value that is not a boolean are errors of the caller', () => {
  const misspelt = { keyboard: true, keybord: true };
  expect(() => switchesOf(misspelt)).toThrow(/^lenient\.keybord: unknown switch; expected one of .*keyboard/);
  expect(() => switchesOf(JSON.parse('{"keyboard":"yes"}'))).toThrow(
    'lenient.keyboard: expected true or false',
  );
});
