import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { expect, test, vi } from 'vitest';
import { heardLog } from '../../testing/heard-log.ts';
import { cString, ids, type WritePdu } from '../../testing/smpp/smpp-wire.ts';
import { patience } from '../../testing/smpp/use-smsc.ts';
import { startWire } from '../../testing/smpp/wire-smsc.ts';
import { Binding, type BindOutcome } from './keep-bound.ts';
import type { SmppSettings } from './smpp-connection.ts';
import { createWarnOnce } from './warn-once.ts';

interface RigOptions {
  readonly settings?: Partial<SmppSettings>;
  /** Pauses that end at once; a further one lasts until the stop. */
  readonly pauses?: number;
  /** Called with each warning. */
  onWarning?(binding: Binding): void;
}

/** A session that is kept bound, and what it does. */
async function keptBound(
  port: number,
  { settings, pauses: most = 0, onWarning = () => {} }: RigOptions = {},
) {
  const log = heardLog();
  const pauses: number[] = [];
  const outcomes: BindOutcome[] = [];
  const warnOnce = createWarnOnce('SMS', log);
  const binding: Binding = new Binding(
    {
      name: 'SMS',
      settings: { host: '127.0.0.1', port, systemId: 'cascade', password: 'secret', ...settings },
      as: 'transceiver',
      log,
      warnOnce(...warning) {
        warnOnce(...warning);
        onWarning(binding);
      },
      onBind: (outcome) => outcomes.push(outcome),
      onUp() {},
      onDown() {},
      onDeliver: async () => 0,
    },
    {
      async pause(milliseconds, signal) {
        pauses.push(milliseconds);
        if (pauses.length > most)
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      },
    },
  );
  await closedAfterTest(Promise.resolve({ close: () => binding.stop() }));
  return { log, pauses, outcomes };
}

const tries = 8;
const seconds = (pauses: readonly number[]) => pauses.map((milliseconds) => milliseconds / 1_000);

/** Whether the pauses double up to the longest, less a quarter at most. */
function doubleUpTo(longest: number, pauses: readonly number[]): boolean {
  return seconds(pauses).every((pause, at) => {
    const most = Math.min(2 ** (at + 1), longest);
    return pause <= most && pause >= most * 0.75;
  });
}

test.each([0x0d, 0x0e, 0x0f])(
  'credentials that are refused with %i are tried ever less, up to once a minute',
  async (status) => {
    const smsc = await startWire((pdu, write) =>
      write(ids.bindTransceiverResp, pdu.sequence, cString('smsc'), status),
    );
    const { pauses, outcomes } = await keptBound(smsc.port, { pauses: tries });
    await vi.waitFor(() => expect(pauses).toHaveLength(tries + 1), patience);
    expect(pauses).toSatisfy((all: readonly number[]) => doubleUpTo(60, all));
    expect(outcomes).toEqual(Array(tries + 1).fill('refused'));
  },
);

test('any other failure is tried again after a fifth of the wait so far, ten seconds at most', async () => {
  const most = 30;
  const smsc = await startWire((pdu, write) =>
    write(ids.bindTransceiverResp, pdu.sequence, cString('smsc'), 0x08),
  );
  const { pauses, outcomes } = await keptBound(smsc.port, { pauses: most });
  await vi.waitFor(() => expect(pauses).toHaveLength(most + 1), patience);
  let waited = 0;
  for (const pause of seconds(pauses)) {
    const longest = Math.min(Math.max(1, waited / 5), 10);
    expect(pause).toBeLessThanOrEqual(longest);
    expect(pause).toBeGreaterThanOrEqual(longest * 0.75);
    waited += longest;
  }
  expect(waited).toBeGreaterThan(60);
  expect(outcomes).toEqual(Array(most + 1).fill('failed'));
});

test('a bind ends the growth of the pauses', async () => {
  const growing = 12;
  let binds = 0;
  const smsc = await startWire((pdu, write, socket) => {
    binds += 1;
    const isBound = binds === growing + 1;
    write(ids.bindTransceiverResp, pdu.sequence, cString('smsc'), isBound ? 0 : 0x08);
    if (isBound) socket.end();
  });
  const { pauses } = await keptBound(smsc.port, { pauses: growing + 1 });
  await vi.waitFor(() => expect(pauses).toHaveLength(growing + 2), patience);
  const [before = 0, lost = 0, next = 0] = seconds(pauses).slice(-3);
  expect(before).toBeGreaterThan(1.5);
  expect(lost).toBeLessThanOrEqual(1);
  expect(next).toBeLessThanOrEqual(1);
});

test.each([
  ['a transceiver', 0x03, ' (see the setting bind)'],
  ['a transceiver', 0x05, ''],
])('a refusal of %s with %i is logged with the setting, if there is one', async (_, status, hint) => {
  const smsc = await startWire((pdu, write) => write(ids.genericNack, pdu.sequence, undefined, status));
  const { log } = await keptBound(smsc.port);
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalled(), patience);
  const [{ why } = { why: '' }] = log.warn.mock.lastCall ?? [];
  expect(why).toMatch(/^the SMSC refused to bind us as transceiver: ESME_\w+/);
  expect(why.replace(/^.*ESME_\w+/, '')).toBe(hint);
});

test('a generic_nack without a status does not bind', async () => {
  const smsc = await startWire((pdu, write) => write(ids.genericNack, pdu.sequence));
  const { outcomes } = await keptBound(smsc.port);
  await vi.waitFor(() => expect(outcomes).toEqual(['failed']), patience);
});

test('a stop unbinds, at whatever step behind the response to the bind it comes', async () => {
  const smsc = await startWire(({ sequence }, write, socket) => {
    socket.cork();
    write(ids.genericNack, 0, undefined, 0x02);
    write(ids.bindTransceiverResp, sequence, cString('smsc'));
    socket.uncork();
  });
  for (let steps = 0; steps < 20; steps += 1) {
    const { promise: stopped, resolve } = Promise.withResolvers<void>();
    // The warning comes right before the response, in one turn of the event loop.
    const onWarning = async (binding: Binding) => {
      for (let step = 0; step < steps; step += 1) await undefined;
      resolve(binding.stop());
    };
    await keptBound(smsc.port, { onWarning });
    await stopped;
  }
});

test('binds with the interface_version of the settings', async () => {
  const versions: (number | undefined)[] = [];
  const smsc = await startWire(({ sequence, body }, write) => {
    // Behind system_id, password, and an empty system_type.
    versions.push(body.at('cascade'.length + 1 + 'secret'.length + 1 + 1));
    write(ids.bindTransceiverResp, sequence, cString('smsc'));
  });
  await keptBound(smsc.port);
  await keptBound(smsc.port, { settings: { interfaceVersion: 0x33 } });
  await vi.waitFor(() => expect(versions).toHaveLength(2), patience);
  expect(versions).toEqual([0x34, 0x33]);
});

/** Answers binds, and no enquire_link. */
async function startWithoutEnquiries(onEnquiry: (write: WritePdu) => void) {
  const seen = { binds: 0, enquiries: 0 };
  const smsc = await startWire(({ id, sequence }, write) => {
    if (id === ids.bindTransceiver) {
      seen.binds += 1;
      write(ids.bindTransceiverResp, sequence, cString('smsc'));
    } else if (id === ids.enquireLink) {
      seen.enquiries += 1;
      onEnquiry(write);
    }
  });
  return { ...smsc, seen };
}

const impatient = { enquireSeconds: 0.2, timeoutSeconds: 1 };

test('an enquire_link without a response closes no connection on which something else is heard', async () => {
  const { port, seen } = await startWithoutEnquiries((write) => write(ids.enquireLink, 1_000));
  await keptBound(port, { settings: impatient, pauses: 100 });
  // The first of them timed out long ago.
  await vi.waitFor(() => expect(seen.enquiries).toBeGreaterThan(12), patience);
  expect(seen.binds).toBe(1);
});

test('an enquire_link without a response closes a connection on which nothing is heard', async () => {
  const { port, seen } = await startWithoutEnquiries(() => {});
  await keptBound(port, { settings: impatient, pauses: 100 });
  await vi.waitFor(() => expect(seen.binds).toBeGreaterThan(1), patience);
});

test('an SMSC that closes idle connections is named in the log, with the setting', async () => {
  const smsc = await startWire(({ sequence }, write, socket) => {
    write(ids.bindTransceiverResp, sequence, cString('smsc'));
    setTimeout(() => socket.destroy(), 1_500);
  });
  const { log } = await keptBound(smsc.port, { pauses: 100 });
  const said = () => log.warn.mock.calls.filter(([, message]) => message.includes('enquireSeconds'));
  await vi.waitFor(() => expect(said()).toHaveLength(1), patience);
  const [[fields] = []] = said();
  expect(fields).toMatchObject({ gateway: 'SMS' });
  expect(Object(fields).idleSeconds).toBeGreaterThanOrEqual(1);
});

test('a generic_nack of no request, and a response of another command, are logged once', async () => {
  const smsc = await startWire(({ sequence }, write) => {
    for (let n = 0; n < 2; n += 1) {
      write(ids.genericNack, 0, undefined, 0x02);
      write(ids.submitSmResp, sequence, cString('1'));
    }
    for (let n = 0; n < 2; n += 1) write(ids.bindTransceiverResp, sequence, cString('smsc'));
  });
  const { log, outcomes } = await keptBound(smsc.port);
  await vi.waitFor(() => expect(outcomes).toEqual(['bound']), patience);
  expect(log.warn.mock.calls).toEqual([
    [
      { gateway: 'SMS', status: 'ESME_RINVCMDLEN' },
      expect.stringContaining('has not understood one of our PDUs'),
    ],
    [
      { gateway: 'SMS', command: 'submit_sm_resp', request: 'bind_transceiver' },
      expect.stringContaining('the response of another command'),
    ],
  ]);
});
