import { describe, expect, test, vi } from 'vitest';
import { certificateFile, certifiedName, keyFile } from '../../testing/smpp/smsc.ts';
import { attempt, patience, useSmsc } from '../../testing/smpp/use-smsc.ts';
import { heldLease } from '../../testing/values.ts';

const tls = { tls: true, ca: certificateFile, servername: certifiedName };

describe('with an SMSC that uses TLS, the gateway', () => {
  const rig = useSmsc('tls');

  test('sends, and handles receipts', async () => {
    const gateway = await rig.bound({ settings: tls });
    const sent = attempt('01');
    expect(await gateway.send(sent, heldLease)).toMatchObject({ status: 'SENT' });
    expect(await rig.receipts()).toEqual([{ attemptId: sent.attemptId, status: 'DELIVERED' }]);
  });

  test.each([
    ['an untrusted certificate', { ca: undefined }, 'self-signed certificate'],
    ['the certificate of another host', { servername: 'other.example.test' }, "does not match certificate's"],
    ['a host that is not in it', { servername: undefined }, "does not match certificate's"],
    ['a file that is missing', { ca: '/nowhere/ca.pem' }, 'the trusted certificates cannot be read: ENOENT'],
  ])('does not send its password to %s', async (_, wrong, why) => {
    const settings = Object.fromEntries(
      Object.entries({ ...tls, ...wrong }).filter(([, value]) => value !== undefined),
    );
    const gateway = rig.open({ settings });
    await vi.waitFor(() => expect(gateway.send(attempt('01'), heldLease)).rejects.toThrow(why), patience);
    expect(rig.smsc.events.map(({ kind }) => kind)).not.toContain('bind');
  });
});

describe('with an SMSC that asks for a certificate, the gateway', () => {
  const rig = useSmsc('tls with client certificates');

  test('has its own', async () => {
    const gateway = await rig.bound({ settings: { ...tls, certificate: certificateFile, key: keyFile } });
    expect(await gateway.send(attempt('13'), heldLease)).toMatchObject({ status: 'SENT' });
  });

  test('is not bound without one', async () => {
    const gateway = rig.open({ settings: tls });
    await vi.waitFor(
      () =>
        expect(gateway.send(attempt('01'), heldLease)).rejects.toThrow(/certificate required|closed|reset/i),
      patience,
    );
    expect(rig.smsc.events.map(({ kind }) => kind)).not.toContain('bind');
  });

  test.each([
    [{ certificate: '/nowhere.pem', key: keyFile }, 'our certificate cannot be read: ENOENT'],
    [
      { certificate: certificateFile, key: '/nowhere.pem' },
      'the key of our certificate cannot be read: ENOENT',
    ],
  ])('says which file cannot be read: %j', async (files, why) => {
    const gateway = rig.open({ settings: { ...tls, ...files } });
    await vi.waitFor(() => expect(gateway.send(attempt('01'), heldLease)).rejects.toThrow(why), patience);
  });
});

describe('with an SMSC without TLS, the gateway', () => {
  const rig = useSmsc();

  test('sends nothing', async () => {
    const gateway = rig.open({ settings: { ...tls, timeoutSeconds: 0.3 } });
    await vi.waitFor(
      () =>
        expect(gateway.send(attempt('01'), heldLease)).rejects.toThrow(/no connection within|wrong version/),
      patience,
    );
    expect(rig.smsc.events.map(({ kind }) => kind)).not.toContain('bind');
  });
});
