import type { Bed } from '@cascade/bench/harness/bed';
import { startBoxes } from '@cascade/bench/harness/kannel';
import { freePort, serve } from '@cascade/repository/test-kit';
import { request } from 'undici';
import { type ClientSettings, createTold, isUnicode, type SmppClient, type Told, waits } from './client.ts';

/** The settings of the group `smsc`, beside those of a row. */
export const kannelSettings: ClientSettings = {
  'transceiver-mode': true,
  'wait-ack': waits.responseSeconds,
  // Requeues what was not answered; the default closes the connection.
  'wait-ack-expire': 1,
  'enquire-link-interval': waits.enquireSeconds,
  'reconnect-delay': waits.reconnectSeconds,
};

/** The types of Kannel's reports; 4 says that the text is buffered. */
const statuses: Readonly<Record<string, Told>> = {
  1: 'DELIVERED',
  2: 'UNDELIVERED',
  8: 'SENT',
  16: 'UNDELIVERED',
};
const everyReport = '31';

/** The group of a session: for texts and receipts, or one for each. */
function sessionOf(settings: ClientSettings): string {
  const members: ClientSettings = {
    group: 'smsc',
    smsc: 'smpp',
    'smsc-id': 'smsc',
    host: '127.0.0.1',
    'smsc-username': 'bench',
    'smsc-password': 'secret',
    'system-type': 'bench',
    ...settings,
  };
  return Object.entries(members)
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n');
}

/** Kannel's two boxes, with messages and open reports in memory. */
export async function startKannel(bed: Bed, port: number, settings: ClientSettings): Promise<SmppClient> {
  const told = createTold();
  const reports = bed.closing(
    await serve((incoming, response) => {
      const query = new URL(incoming.url ?? '', 'http://loopback').searchParams;
      told.add(query.get('number') ?? '', statuses[query.get('type') ?? '']);
      response.writeHead(204).end();
    }),
  );
  const ports = { admin: await freePort(), boxes: await freePort(), http: await freePort() };
  const given = { ...kannelSettings, ...settings };
  const sessions = [sessionOf({ port, ...given })];
  if (settings['transceiver-mode'] === false) sessions.push(sessionOf({ 'receive-port': port, ...given }));
  const file = await bed.fill('kannel.conf', new URL('kannel.conf', import.meta.url), {
    ...ports,
    sessions: sessions.join('\n\n'),
  });
  const boxes = await startBoxes(file, ports);
  bed.use(boxes, () => Promise.all(boxes.map((box) => box.end('SIGKILL'))));
  return {
    told: told.of,
    async send({ number, text }) {
      // Its alphabet by default is GSM 03.38, and coding 2 is UCS-2.
      const coding = isUnicode(text) ? '2' : '0';
      const report = `${reports.url}?number=${number}&type=%d`;
      const query = new URLSearchParams({
        username: 'bench',
        password: 'secret',
        from: 'codes',
        to: number,
        text,
        coding,
        charset: 'UTF-8',
        'dlr-mask': everyReport,
        'dlr-url': report,
      });
      const answer = await request(`http://127.0.0.1:${ports.http}/cgi-bin/sendsms?${query}`);
      const said = await answer.body.text();
      if (answer.statusCode !== 202) throw new Error(`Kannel refused a text: ${answer.statusCode} ${said}`);
    },
  };
}
