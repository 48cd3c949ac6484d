import { expect, it } from 'vitest';
import { createGateways } from './create-gateways.ts';

it('simulates the channels that have no gateway', async () => {
  const http = { SMS: { url: 'http://127.0.0.1:1/' } };
  const { gatewayOf, stop } = createGateways({ http, onReceipt: async () => {} });
  const attempt = {
    attemptId: 'a',
    address: '+12025550199',
    addressType: 'PHONE',
    subject: null,
    content: {},
  };
  await expect(gatewayOf('SMS').send({ ...attempt, channel: 'SMS' })).rejects.toThrow();
  expect(await gatewayOf('PIGEON').send({ ...attempt, channel: 'PIGEON' })).toMatchObject({
    status: 'DELIVERED',
  });
  stop();
});
