import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readViolations } from './judge-violations.ts';

const opening = 'Cascade scheduling request is not valid. Violations: ';
const stage = '2ede9313-0539-463a-9ec3-898506f4937a';
const missing = `the content was not found for the cascade template stage [cascadeTemplateId:31,634;stageUuid:${stage};channelType:CHATTWO]`;
const surplus =
  'the cascade template stage was not found for the content [cascadeTemplateId:31,634;contentChannelType:SMS]';

test('both kinds, with the semicolons in the brackets', () => {
  expect(readViolations(`${opening}${missing}; ${surplus}`)).toEqual({
    violations: [
      { kind: 'missing', id: '31,634', stageUuid: stage, channel: 'CHATTWO' },
      { kind: 'surplus', id: '31,634', channel: 'SMS' },
    ],
  });
});

test.each([
  ['no blank after the separator', `${opening}${missing};${surplus}`],
  ['blanks around it', `${opening}${missing} ;  ${surplus}`],
  ['a full stop at the end', `${opening}${missing}; ${surplus}.`],
  [
    'an opening in capitals, with a line break',
    `CASCADE SCHEDULING REQUEST IS NOT VALID.\nViolations:\n${missing};${surplus}`,
  ],
])('%s is read all the same', (_, detail) => {
  expect(readViolations(detail)).toMatchObject({ violations: [{ kind: 'missing' }, { kind: 'surplus' }] });
});

describe('what is wrong is named by its clause', () => {
  test.each([
    ['7.3/opening', missing],
    ['7.3/opening', `The request is wrong. Violations: ${missing}`],
    ['7.3/separator', `${opening}${missing}, ${surplus}`],
    ['7.3/content-not-found', `${opening}content not found for stage ${stage}`],
    ['7.3/stage-not-found', `${opening}no stage for contentChannelType:SMS`],
    ['2.3/cascadeTemplateId', `${opening}${surplus.replace('cascadeTemplateId', 'cascadeId')}`],
    ['7.3/stage-not-found', opening],
  ])('%s', (clause, detail) => {
    expect(readViolations(detail)).toMatchObject({ clause });
  });
});

test('what is written can be read back', () => {
  const text = fc.stringMatching(/^[^;\]]{1,20}$/);
  const violation = fc.oneof(
    fc.record({ kind: fc.constant('missing' as const), id: text, stageUuid: text, channel: text }),
    fc.record({ kind: fc.constant('surplus' as const), id: text, channel: text }),
  );
  fc.assert(
    fc.property(fc.array(violation, { minLength: 1, maxLength: 5 }), (violations) => {
      expect(readViolations(opening + violations.map(write).join('; '))).toEqual({ violations });
    }),
  );
});

type Violation = Extract<ReturnType<typeof readViolations>, { violations: unknown }>['violations'][number];

function write(violation: Violation): string {
  return violation.kind === 'missing'
    ? `the content was not found for the cascade template stage [cascadeTemplateId:${violation.id};stageUuid:${violation.stageUuid};channelType:${violation.channel}]`
    : `the cascade template stage was not found for the content [cascadeTemplateId:${violation.id};contentChannelType:${violation.channel}]`;
}
