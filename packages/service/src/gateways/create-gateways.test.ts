import { expect, test } from 'vitest';
import { silent } from '../log.ts';
import { heldLease } from '../testing/held-lease.ts';
import { createGateways } from './create-gateways.ts';

test('simulates the channels that have no gateway', async () => {
  const http = { SMS: { url: 'http://127.0.0.1:1/' } };
  const smpp = { CHATONE: { host: '127.0.0.1', port: 1, systemId: 'cascade', password: 'secret' } };
  const { gatewayOf, stop, close } = createGateways({
    http,
    smpp,
    onReceipt: async () => {},
    receipts: { apply: async () => false, keep: async () => {} },
    log: silent,
  });
  const attempt = {
    attemptId: 'a',
    address: '+12025550199',
    addressType: 'PHONE',
    subject: null,
    content: { text: 'Hello' },
  };
  await expect(gatewayOf('SMS').send({ ...attempt, channel: 'SMS' }, heldLease)).rejects.toThrow();
  expect(await gatewayOf('PIGEON').send({ ...attempt, channel: 'PIGEON' }, heldLease)).toMatchObject({
    status: 'DELIVERED',
  });
  await expect(gatewayOf('CHATONE').send({ ...attempt, channel: 'CHATONE' }, heldLease)).rejects.toThrow(
    /connection/,
  );
  stop();
  await close();
});
