import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import smpp from 'smpp';
import { afterEach, expect, test, vi } from 'vitest';
import { cString, deliverBody, ids, type WirePdu, type WritePdu } from '../../testing/smpp/smpp-wire.ts';
import { patience } from '../../testing/smpp/use-smsc.ts';
import { startWire } from '../../testing/smpp/wire-smsc.ts';
import { connectSmpp, type Pdu } from './smpp-connection.ts';

afterEach(() => void vi.restoreAllMocks());

/** A connection to an SMSC that does as told, and what the SMSC has delivered by it. */
async function connected(onPdu: (pdu: WirePdu, write: WritePdu) => void) {
  const seen: WirePdu[] = [];
  const delivered: Pdu[] = [];
  const strays: string[] = [];
  const smsc = await startWire((pdu, write) => {
    seen.push(pdu);
    onPdu(pdu, write);
  });
  const connection = await connectSmpp({
    address: { host: '127.0.0.1', port: smsc.port },
    seconds: 20,
    signal: new AbortController().signal,
    onDeliver: async (pdu) => {
      delivered.push(pdu);
      return 0;
    },
    onStray: ({ command }, request) => void strays.push(`${command} to ${request}`),
  });
  await closedAfterTest(Promise.resolve({ close: async () => connection.destroy() }));
  return { connection, seen, delivered, strays };
}

/** Of the vendor, and of no name in the library. */
const vendorTlvs = Buffer.from('2001000401020304' + '31770003616263', 'hex');

test('our sequence numbers begin again at 1 after 0x7fffffff', async () => {
  const connect = vi.spyOn(smpp, 'connect');
  const { connection, seen } = await connected(({ id, sequence }, write) =>
    write((0x80000000 | id) >>> 0, sequence),
  );
  Object.assign(connect.mock.results[0]?.value ?? {}, { sequence: 0x7ffffffd });
  for (let n = 0; n < 4; n += 1) await connection.request('enquire_link');
  expect(seen.map(({ sequence }) => sequence)).toEqual([0x7ffffffe, 0x7fffffff, 1, 2]);
});

test.each([0, 1, 0x7fffffff, 0x80000000, 0xffffffff])(
  'a request of the SMSC under the number %i is answered under it',
  async (sequence) => {
    const { connection, seen, delivered } = await connected((pdu, write) => {
      if (pdu.id !== ids.enquireLink) return;
      write(ids.deliverSm, sequence, deliverBody({ from: '12025550100', id: '1', receipt: 'stat:DELIVRD' }));
      write(ids.enquireLinkResp, pdu.sequence);
    });
    await connection.request('enquire_link');
    await vi.waitFor(
      () => expect(seen.at(-1)).toMatchObject({ id: ids.deliverSmResp, sequence, status: 0 }),
      patience,
    );
    expect(delivered).toHaveLength(1);
  },
);

test('a response with a stray octet, or with parameters of the vendor, is a response', async () => {
  const { connection } = await connected(({ id, sequence }, write) => {
    if (id === ids.enquireLink) write(ids.enquireLinkResp, sequence, Buffer.of(0));
    else write(ids.submitSmResp, sequence, Buffer.concat([cString('id-1'), vendorTlvs]));
  });
  expect(await connection.request('enquire_link')).toMatchObject({ command_status: 0 });
  expect(await connection.request('submit_sm')).toMatchObject({ command_status: 0, message_id: 'id-1' });
  expect(await connection.request('enquire_link')).toMatchObject({ command_status: 0 });
});

test('an unbind_resp with a stray octet is one', async () => {
  const { connection } = await connected(() => {});
  expect(await connection.request('unbind')).toMatchObject({ command: 'unbind_resp' });
});

test('a refusal has no id, whether it has a body or not, and whatever is in it', async () => {
  const bodies = [
    Buffer.alloc(0),
    Buffer.of(0),
    cString('id'),
    Buffer.concat([cString(''), vendorTlvs]),
    vendorTlvs,
  ];
  let n = 0;
  const { connection } = await connected(({ sequence }, write) => {
    write(ids.submitSmResp, sequence, bodies[n], 0x0b);
    n += 1;
  });
  for (const _ of bodies)
    expect(await connection.request('submit_sm')).toMatchObject({ command_status: 0x0b });
});

test('a deliver_sm with parameters of the vendor is taken with its own', async () => {
  const { connection, delivered } = await connected((pdu, write) => {
    if (pdu.id !== ids.enquireLink) return;
    const receipted = Buffer.concat([Buffer.from('001e0003', 'hex'), cString('42')]);
    write(
      ids.deliverSm,
      1,
      Buffer.concat([deliverBody({ from: '12025550100', text: 'x' }), vendorTlvs, receipted, vendorTlvs]),
    );
    write(ids.enquireLinkResp, pdu.sequence);
  });
  await connection.request('enquire_link');
  expect(delivered).toMatchObject([{ receipted_message_id: '42' }]);
});

test('an enquire_link before the bind is answered, and each of one a second', async () => {
  const { connection, seen } = await connected((pdu, write) => {
    if (pdu.id !== ids.bindTransceiver) return;
    for (let n = 1; n <= 5; n += 1) write(ids.enquireLink, 100 + n);
    write(ids.bindTransceiverResp, pdu.sequence, cString('smsc'));
  });
  await connection.request('bind_transceiver', { system_id: 'x', password: 'x' });
  await vi.waitFor(() => expect(seen).toHaveLength(1 + 5), patience);
  expect(seen.slice(1).map(({ id, sequence }) => [id, sequence])).toEqual(
    [101, 102, 103, 104, 105].map((sequence) => [ids.enquireLinkResp, sequence]),
  );
});

test('a response that answers nothing is told, and the right one still counts', async () => {
  const { connection, strays } = await connected(({ sequence }, write) => {
    write(ids.enquireLinkResp, sequence);
    write(ids.submitSmResp, sequence + 1_000, cString('other'));
    write(ids.submitSmResp, sequence, cString('right'));
    write(ids.submitSmResp, sequence, cString('twice'));
    write(ids.genericNack, 0);
  });
  expect(await connection.request('submit_sm')).toMatchObject({ message_id: 'right' });
  await vi.waitFor(
    () =>
      expect(strays).toEqual([
        'enquire_link_resp to submit_sm',
        'submit_sm_resp to undefined',
        'submit_sm_resp to undefined',
        'generic_nack to undefined',
      ]),
    patience,
  );
});
