import { describe, expect, test } from 'vitest';
import type { LenientSwitches } from '../accounts/account-settings.ts';
import { normaliseRequest } from './normalise-request.ts';
import { uuidV5 } from './uuid-v5.ts';

const off: LenientSwitches = {
  cascadeIdAsText: false,
  anyRequestId: false,
  smsWithoutContentType: false,
  keyboard: false,
  attachment: false,
};
const on: LenientSwitches = {
  cascadeIdAsText: true,
  anyRequestId: true,
  smsWithoutContentType: true,
  keyboard: true,
  attachment: true,
};
const older = {
  requestId: 'order 1234',
  cascadeId: '31634',
  content: {
    smsContent: { text: 'x' },
    chattwoContent: {
      contentType: 'DOCUMENT',
      attachment: { url: 'https://a.test/b', name: 'b' },
      keyboard: { rows: [{ buttons: [{ text: 1 }, { text: 2 }] }, { buttons: [{ text: 3 }] }] },
    },
  },
};

describe('an older body', () => {
  test('is read as the described one, switch by switch', () => {
    expect(normaliseRequest(older, on)).toMatchObject({
      requestId: uuidV5('order 1234'),
      cascadeId: 31634,
      content: {
        smsContent: { contentType: 'TEXT', text: 'x' },
        chattwoContent: {
          attachmentUrl: 'https://a.test/b',
          attachmentName: 'b',
          buttons: [{ text: 1 }, { text: 2 }, { text: 3 }],
        },
      },
    });
  });

  test('stays as it is when all switches are off', () => {
    expect(normaliseRequest(older, off)).toBe(older);
  });

  test.each(Object.keys(off))('%s alone changes nothing else', (name) => {
    const normalised = normaliseRequest(older, { ...off, [name]: true });
    expect(normalised).not.toEqual(older);
    const all = normaliseRequest(older, { ...on, [name]: false });
    expect(all).not.toEqual(normaliseRequest(older, on));
  });

  test('in the described form wins over the older one', () => {
    const both = {
      content: {
        chattwoContent: { attachmentUrl: 'a', attachment: { url: 'b' }, buttons: [], keyboard: { rows: [] } },
      },
    };
    expect(normaliseRequest(both, on)).toMatchObject({
      content: { chattwoContent: { attachmentUrl: 'a', buttons: [] } },
    });
  });
});

test.each([
  [{ requestId: '' }],
  [{ requestId: 'x'.repeat(257) }],
  [{ requestId: 7 }],
  [{ cascadeId: '1e3' }],
  [{ cascadeId: '-1' }],
  [{ cascadeId: '9'.repeat(16) }],
  [{ content: [] }],
  [{ content: { chattwoContent: { keyboard: { rows: [{ buttons: 1 }] } } } }],
  [{ content: { chattwoContent: 'x' } }],
  [[]],
  [null],
])('%j is left for the rules to refuse', (body) => {
  expect(normaliseRequest(body, { ...on, smsWithoutContentType: false })).toEqual(body);
});

test('UUIDs keep their own form, in any letter case', () => {
  const body = { requestId: '6A1F0C2B-4D5E-4691-8111-12222AAAA001' };
  expect(normaliseRequest(body, on)).toEqual(body);
});

test('a name-based UUID is stable, and of version 5', () => {
  expect(uuidV5('a')).toBe(uuidV5('a'));
  expect(uuidV5('a')).not.toBe(uuidV5('b'));
  expect(uuidV5('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
