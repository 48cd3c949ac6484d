import { limits } from '@cascade/types';
import { expect, test } from 'vitest';
import { judgeScheduling } from './judge-scheduling.ts';
import { demoFacts } from './testing/demo-facts.ts';

const emoji = '🎉'; // one code point, two UTF-16 units: shows what is counted (ADR-0023)
const button = (type: string) => ({ type, action: 'x' });
const listOf = (title: string, subtitle: string) => ({
  listPicker: { sections: [{ items: [{ title, subtitle }] }] },
});

test.each([
  [
    'attachmentName',
    limits['attachmentName-length'].value,
    (n: number) => ({ attachmentName: emoji.repeat(n) }),
  ],
  ['list picker title', limits['listPicker-title-length'].value, (n: number) => listOf(' '.repeat(n), 'b')],
  [
    'list picker subtitle',
    limits['listPicker-subtitle-length'].value,
    (n: number) => listOf('a', emoji.repeat(n)),
  ],
  [
    'buttons',
    limits.buttons.value,
    (n: number) => ({ buttons: Array.from({ length: n }, () => button('QUICK_REPLY')) }),
  ],
  [
    'URL buttons',
    limits['url-buttons'].value,
    (n: number) => ({ buttons: Array.from({ length: n }, () => button('URL')) }),
  ],
  [
    'PHONE buttons',
    limits['phone-buttons'].value,
    (n: number) => ({ buttons: Array.from({ length: n }, () => button('PHONE')) }),
  ],
  [
    'payload',
    limits['payload-length'].value,
    (n: number) => ({ buttons: [{ ...button('QUICK_REPLY'), payload: emoji.repeat(n) }] }),
  ],
])('%s: %i are allowed, one more is not', (_, value, member) => {
  const judge = (n: number) =>
    judgeScheduling(
      {
        requestId: '00000000-0000-4000-8000-000000000001',
        cascadeId: 4010,
        subscriberFilter: { address: '+12025550100', type: 'PHONE' },
        content: { chattwoContent: { contentType: 'TEXT', text: 'x', ...member(n) } },
      },
      demoFacts(),
    ).problem;
  expect(judge(value)).toBeUndefined();
  expect(judge(value + 1)).toMatchObject({ status: 400 });
});
