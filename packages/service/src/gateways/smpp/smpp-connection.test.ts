import smpp from 'smpp';
import { expect, test } from 'vitest';
import { deliverResponse } from './smpp-connection.ts';

const deliver = new smpp.PDU('deliver_sm', { sequence_number: 7 });

test.each([
  [0, '00000011 80000005 00000000 00000007 00'],
  [0x64, '00000011 80000005 00000064 00000007 00'],
])('with status %i has an empty message_id', (status, octets) => {
  const response = deliverResponse(deliver, status);
  expect(response.toBuffer().toString('hex')).toBe(octets.replaceAll(' ', ''));
  expect(response.isResponse()).toBe(true);
});
