import { findCoverageProblem } from '@cascade/validator';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseViolations } from './violations.ts';

const channels = ['SMS', 'CHATONE', 'CHATTWO'] as const;
const members = { SMS: 'smsContent', CHATONE: 'chatoneContent', CHATTWO: 'chattwoContent' } as const;
const cascade = fc.record({
  id: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
  stages: fc.array(fc.record({ uuid: fc.uuid(), channel: fc.constantFrom(...channels) }), { maxLength: 8 }),
});
const joints = fc.constantFrom('; ', ';', ' ;  ');

test('parses what the provider writes, for any cascade id, stages and content', () => {
  fc.assert(
    fc.property(cascade, fc.subarray([...channels]), joints, ({ id, stages }, given, joint) => {
      const content = Object.fromEntries(given.map((channel) => [members[channel], {}]));
      const detail = findCoverageProblem(content, { id, stages })?.detail?.replaceAll(']; ', `]${joint}`);
      const missing = stages.filter(({ channel }) => !given.includes(channel));
      const surplus = channels.filter(
        (channel) => given.includes(channel) && !stages.some((stage) => stage.channel === channel),
      );
      expect(parseViolations(detail)).toEqual([
        ...missing.map(({ uuid, channel }) => ({
          kind: 'content-not-found',
          cascadeId: id,
          stageUuid: uuid,
          channel,
        })),
        ...surplus.map((channel) => ({ kind: 'stage-not-found', cascadeId: id, channel })),
      ]);
    }),
  );
});

test('ignores blanks inside the brackets, and keeps an unlisted channel', () => {
  const detail =
    'the content was not found for the cascade template stage [cascadeTemplateId:31,634; stageUuid:a-b ;channelType:FAX ]';
  expect(parseViolations(detail)).toEqual([
    { kind: 'content-not-found', cascadeId: 31634, stageUuid: 'a-b', channel: 'FAX' },
  ]);
});

test.each([
  undefined,
  '',
  'Too many buttons, maximum is 10',
  'Violations: [cascadeTemplateId:;channelType:SMS]',
])('finds none in a detail without violations: %s', (detail) => {
  expect(parseViolations(detail)).toEqual([]);
});
