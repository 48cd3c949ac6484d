import smpp from 'smpp';
import { describe, expect, test } from 'vitest';
import type { DeclaredSmpp } from '../../generated/declared-service.ts';
import { FewerAtOnceError, RefusedForNowError, RefusesUsError, SlowDownError } from '../gateway-lane.ts';
import { resultOf, SmppError, statusName } from './result-of.ts';

const response = (command_status: number, part: object = {}) => ({
  command: 'submit_sm_resp',
  command_status,
  ...part,
});

/** What becomes of the text, and what is said of it. */
function outcomeOf(of: Parameters<typeof resultOf>[0], statuses?: DeclaredSmpp['statuses']) {
  try {
    const result = resultOf(of, undefined, statuses);
    return result.status === 'UNDELIVERED' ? { kind: 'refused', reason: result.reason } : { kind: 'taken' };
  } catch (error) {
    const says = error instanceof Error ? error.message : '';
    if (error instanceof SlowDownError) return { kind: 'slow down', says };
    if (error instanceof FewerAtOnceError) return { kind: 'fewer at once', says };
    if (error instanceof RefusesUsError) return { kind: 'pause', says };
    if (error instanceof RefusedForNowError) return { kind: 'retry', says };
    throw error;
  }
}

const kindOf = (status: number) => outcomeOf(response(status)).kind;

/** The PDU as the library reads it from its octets. */
const readPdu = (hex: string) => new smpp.PDU(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

describe('an acceptance', () => {
  test('is a submit_sm_resp with status 0, with an id or without', () => {
    expect(outcomeOf(readPdu('00000014 80000004 00000000 00000007 61623100'))).toEqual({ kind: 'taken' });
    expect(outcomeOf(readPdu('00000011 80000004 00000000 00000007 00'))).toEqual({ kind: 'taken' });
    expect(outcomeOf(readPdu('00000010 80000004 00000000 00000007'))).toEqual({ kind: 'taken' });
  });

  test.each([
    ['a generic_nack with status 0', '00000010 80000000 00000000 00000007', 'generic_nack'],
    ['an enquire_link_resp', '00000010 80000015 00000000 00000007', 'enquire_link_resp'],
    ['an enquire_link_resp with a status', '00000010 80000015 00000058 00000007', 'enquire_link_resp'],
    ['a data_sm_resp', '00000012 80000103 00000000 00000007 3100', 'data_sm_resp'],
    ['an unknown response', '00000010 8000abcd 00000000 00000007', 'unknown'],
  ])('is not %s: the outcome is unknown', (_, hex, name) => {
    expect(() => outcomeOf(readPdu(hex))).toThrow(SmppError);
    expect(() => outcomeOf(readPdu(hex))).toThrow(`expected a submit_sm_resp, found ${name}`);
  });
});

describe('a refusal', () => {
  test.each([
    [[0x14, 0x58], 'slow down'],
    [[0x45], 'fewer at once'],
    [[0x04, 0x05, 0x08, 0x11, 0x13, 0x61, 0x62, 0x64, 0x66, 0x67, 0xff], 'retry'],
    // Of vendors, and unlisted ones.
    [[0x5a, 0x400, 0x401, 0x44b, 0x4ff, 0x10, 0x500, 0xffffffff], 'retry'],
    // Long texts and optional parameters: the operator sets how they are sent.
    [[0x43, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0x104], 'retry'],
    [[0x03, 0x06, 0x07, 0x0d, 0x0e, 0x0f, 0x15, 0x53, 0x100, 0x101, 0x103], 'pause'],
  ])('of %j: %s', (statuses, kind) => {
    expect(statuses.map(kindOf)).toEqual(statuses.map(() => kind));
  });

  test.each([
    [[0x01, 0x02], 'too-long-message'],
    [[0x0a, 0x48, 0x49], 'error-subject-unknown'],
    [[0x0b, 0x33, 0x34, 0x40, 0x44, 0x50, 0x51], 'error-address-format'],
    [[0x65, 0xfe], 'message-undeliverable'],
  ])('of %j ends the message with %s', (statuses, reason) => {
    for (const status of statuses)
      expect(outcomeOf(response(status))).toMatchObject({ kind: 'refused', reason });
  });

  test('may be a generic_nack', () => {
    expect(outcomeOf(readPdu('00000010 80000000 00000058 00000007'))).toMatchObject({ kind: 'slow down' });
    expect(outcomeOf(readPdu('00000010 80000000 00000002 00000007'))).toMatchObject({
      kind: 'refused',
      reason: 'too-long-message',
    });
  });

  test('says its status, and the setting that may be wrong', () => {
    expect(outcomeOf(response(0x15))).toEqual({
      kind: 'pause',
      says: 'the SMSC answered ESME_RINVSERTYP (see the setting serviceType)',
    });
    expect(outcomeOf(response(0x44b))).toMatchObject({
      says: 'the SMSC answered status 0x0000044b (see the setting statuses)',
    });
  });

  test('has a row for each status of SMPP 3.4, under its name', () => {
    const listed = Object.entries(smpp.errors).filter(([, status]) => status > 0 && status < 0x100);
    // The library has the names of SMPP 5.0: TLV instead of OPTPAR.
    const renamed = (name: string) => name.replace(/OPTPAR(?:AM)?/, 'TLV').replace('INVPARLEN', 'INVTLVLEN');
    expect(listed.map(([, status]) => renamed(statusName(status)))).toEqual(listed.map(([name]) => name));
  });
});

describe('the settings', () => {
  const statuses = {
    '0x400': 'retry',
    '0X44B': 'error-address-format',
    '1101': 'pause',
    '0x0b': 'retry',
    '0x45': 'slow down',
    '0': 'pause',
  };
  test.each([
    [0x400, { kind: 'retry' }],
    [0x44b, { kind: 'refused', reason: 'error-address-format' }],
    [0x44d, { kind: 'pause' }],
    [0x0b, { kind: 'retry' }],
    [0x45, { kind: 'slow down' }],
    // An acceptance stays one.
    [0, { kind: 'taken' }],
    [0x0a, { kind: 'refused', reason: 'error-subject-unknown' }],
  ])('win over the table for status %i', (status, outcome) => {
    expect(outcomeOf(response(status), statuses)).toMatchObject(outcome);
  });
});

describe('the result of a gateway', () => {
  test('is SENT under its reference, if the SMSC gave one', () => {
    expect(resultOf(response(0), 'smpp:SMS:1')).toEqual({ status: 'SENT', receiptReference: 'smpp:SMS:1' });
    expect(resultOf(response(0), undefined)).toEqual({ status: 'SENT' });
  });

  test('is as the settings say', () => {
    expect(resultOf(response(0x44b), undefined, { '0x44b': 'error-address-format' })).toEqual({
      status: 'UNDELIVERED',
      reason: 'error-address-format',
    });
  });

  test('is UNDELIVERED with the reason of a refusal', () => {
    expect(resultOf(response(0x0b), undefined)).toEqual({
      status: 'UNDELIVERED',
      reason: 'error-address-format',
    });
  });

  test.each([
    [0x14, SlowDownError],
    [0x45, FewerAtOnceError],
    [0x08, RefusedForNowError],
    [0x0e, RefusesUsError],
  ])('is an error for status %i, which passes', (status, error) => {
    expect(() => resultOf(response(status), undefined)).toThrow(error);
    expect(() => resultOf(response(status), undefined)).toThrow(statusName(status));
  });
});
