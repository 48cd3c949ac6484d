import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openShop } from './setup.ts';

test('a message that is delivered late, after its last stage has failed, is delivered', async () => {
  const { account, control, shop } = await openShop();
  await control.createScene({
    account,
    stages: [
      { channel: 'CHATTWO', receipts: [{ status: 'DELIVERED', afterSeconds: 420 }] },
      { channel: 'SMS', response: 'UNDELIVERED' },
    ],
  });

  const requestId = await shop.send('+12025550199', 'Tomorrow at 10');
  await control.setClock({ account, forwardSeconds: 300 });
  assert.equal(await shop.outcome(requestId), 'failed');

  await control.setClock({ account, forwardSeconds: 120 });
  assert.equal(await shop.outcome(requestId), 'delivered');
});
