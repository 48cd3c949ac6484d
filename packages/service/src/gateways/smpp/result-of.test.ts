import { expect, test } from 'vitest';
import { resultOf } from './result-of.ts';

test('is SENT under its reference, if the SMSC gave one', () => {
  expect(resultOf(0, 'smpp:SMS:1')).toEqual({ status: 'SENT', receiptReference: 'smpp:SMS:1' });
  expect(resultOf(0, undefined)).toEqual({ status: 'SENT' });
});

test.each([
  [0x04, 'ESME_RINVBNDSTS'],
  [0x08, 'ESME_RSYSERR'],
  [0x14, 'ESME_RMSGQFUL'],
  [0x58, 'ESME_RTHROTTLED'],
  [0x64, 'ESME_RX_T_APPN'],
])('throws for 0x%s: it passes', (status, name) => {
  expect(() => resultOf(status, undefined)).toThrow(name);
});

test.each([
  [0x01, 'too-long-message'],
  [0x0a, 'error-subject-unknown'],
  [0x48, 'error-subject-unknown'],
  [0x49, 'error-subject-unknown'],
  [0x0b, 'error-address-format'],
  [0x50, 'error-address-format'],
  [0x51, 'error-address-format'],
  [0x45, 'message-undeliverable'],
  [0x400, 'message-undeliverable'],
])('of 0x%s is UNDELIVERED: %s', (status, reason) => {
  expect(resultOf(status, undefined)).toEqual({ status: 'UNDELIVERED', reason });
});
