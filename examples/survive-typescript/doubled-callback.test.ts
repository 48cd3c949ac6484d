import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openShop } from './setup.ts';

test('a callback that comes twice is billed once', async () => {
  const { account, control, shop } = await openShop();
  await control.createScene({ account, callbacks: [{ status: 'DELIVERED', repeat: 1 }] });

  await shop.send('+12025550199', 'Tomorrow at 10');
  await control.setClock({ account, forwardSeconds: 0 }); // until all callbacks are answered

  assert.equal((await control.listCallbacks({ account, eventStatus: 'DELIVERED' })).length, 2);
  assert.equal(shop.billed, 1);
});
