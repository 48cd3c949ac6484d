import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCoverageProblem, groupDigits } from './judge-scheduling.ts';

const stage = (channel: string) => ({ uuid: `00000000-0000-4000-8000-0000000000${channel.length}`, channel });

test('digits are grouped as in English, whatever the size', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (id) => groupDigits(id) === new Intl.NumberFormat('en-US').format(id)),
  );
});

test('several stages without content and several contents without a stage: missing first, each in its order', () => {
  const cascade = { id: 1234567, stages: [stage('CHATTWO'), stage('SMS')] };
  const found = findCoverageProblem({ chatoneContent: {} }, cascade);
  expect(found?.detail).toBe(
    'Cascade scheduling request is not valid. Violations: ' +
      'the content was not found for the cascade template stage [cascadeTemplateId:1,234,567;stageUuid:00000000-0000-4000-8000-00000000007;channelType:CHATTWO]; ' +
      'the content was not found for the cascade template stage [cascadeTemplateId:1,234,567;stageUuid:00000000-0000-4000-8000-00000000003;channelType:SMS]; ' +
      'the cascade template stage was not found for the content [cascadeTemplateId:1,234,567;contentChannelType:CHATONE]',
  );
});

test('one content object serves several stages of its channel (ADR-0033)', () => {
  expect(
    findCoverageProblem({ smsContent: {} }, { id: 1, stages: [stage('SMS'), stage('SMS')] }),
  ).toBeUndefined();
});

test('the older coverage check has a code of its own, but only for content that is missing (ADR-0004)', () => {
  const cascade = { id: 1, coverage: 'code', stages: [stage('SMS'), stage('CHATONE')] } as const;
  expect(findCoverageProblem({ smsContent: {} }, cascade)?.code).toBe(
    "request-doesn't-contain-content-for-all-cascade-stages",
  );
  expect(findCoverageProblem({ smsContent: {}, chattwoContent: {} }, cascade)?.code).toBe(
    'cascade-scheduling-request-is-not-valid',
  );
});

test('members of content that are not channels are ignored', () => {
  expect(
    findCoverageProblem({ smsContent: {}, faxContent: {} }, { id: 1, stages: [stage('SMS')] }),
  ).toBeUndefined();
});
