import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openShop } from './setup.ts';

test('after a lost answer, the message is sent once', async () => {
  const { account, control, shop } = await openShop();
  await control.createBehaviour({ account, operation: 'scheduleMessage', fault: 'accept-and-lose' });

  await shop.send('+12025550199', 'Tomorrow at 10');

  const [first] = await control.listRequests({ account, operation: 'scheduleMessage' });
  assert.equal(first?.status, null); // its answer was lost
  const { usedRequestIdCount } = await control.getAccount(account);
  assert.equal(usedRequestIdCount, 1);
});
