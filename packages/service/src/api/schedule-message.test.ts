import { expect, test } from 'vitest';
import { completeSettings } from '../accounts/account-settings.ts';
import type { Account } from '../accounts/directory/account.ts';
import type { IntakeItem } from '../intake/commit-batch.ts';
import type { Intake } from '../intake/create-intake.ts';
import { createScheduleMessage } from './schedule-message.ts';

const uuid = '00000000-0000-4000-8000-000000000001';
const stage = { uuid, channel: 'SMS', ttlSeconds: null, subjectId: null, subject: null, price: 1, order: 1 };
const cascade = { id: 2002, name: 'codes', coverage: 'violations', stages: [stage] } as const;
const account: Account = {
  id: 1,
  name: 'shop',
  cascades: new Map([[cascade.id, cascade]]),
  settings: completeSettings({}),
  senders: [],
  templates: [],
};

async function startOf(startTime: string, now: string): Promise<Date | null | undefined> {
  const items: IntakeItem[] = [];
  const intake: Pick<Intake, 'submit'> = {
    submit: async (item) => {
      items.push(item);
      return 'accepted';
    },
  };
  const schedule = createScheduleMessage(intake, () => new Date(now));
  await schedule(account, {
    requestId: uuid,
    cascadeId: 2002,
    subscriberFilter: { address: '+12025550199', type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
    startTime,
  });
  return items[0]?.message?.startAt;
}

test("a start time is compared with the given clock, not with the machine's", async () => {
  expect(await startOf('2020-02-01T12:00:00Z', '2020-02-01T10:00:00Z')).toEqual(
    new Date('2020-02-01T12:00:00Z'),
  );
  expect(await startOf('2999-02-01T12:00:00Z', '2999-02-01T14:00:00Z')).toBeNull();
});
