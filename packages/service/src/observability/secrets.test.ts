import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startReceiver } from '@cascade/repository/test-kit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aCascade, anAccount } from '../testing/declare.ts';
import { type ServiceProcess, startTestService } from '../testing/start-test-service.ts';
import { withTestDatabase } from '../testing/test-database.ts';

const database = withTestDatabase();

/** One secret for each place of a request or a setting that must not be logged. */
const secrets = {
  key: 'Key-5f1d9a',
  wrongKey: 'Wrong-77c1e0',
  text: 'Text-a90b13',
  caption: 'Caption-1c44fe',
  comment: 'Comment-0b7712',
  address: '12025550124',
  otherAddress: 'Address-9d31aa',
  member: 'Member-e3b0c4',
  path: 'Path-b5bb9d',
  query: 'Query-7d865e',
  header: 'Header-fde1aa',
  callback: 'Callback-44d1b2',
  callbackHeader: 'Token-3e8f07',
  registered: Buffer.from('Registered-1b77-Registered-1b77').toString('base64'),
  signing: Buffer.from('Signing-8f2c55-8f2c55-8f2c55').toString('base64'),
};

test('no key, address, text, comment, URL or secret ever reaches the log', async () => {
  const receiver = await startReceiver((response) => response.writeHead(500).end());
  onTestFinished(receiver.close);
  const callback = {
    url: `${receiver.url}?token=${secrets.callback}`,
    headers: { Authorization: `Token ${secrets.callbackHeader}` },
    secrets: [`whsec_${secrets.signing}`],
  };
  const cascades = [aCascade(2002), aCascade(3003, ['CHATTWO', 'SMS'])];
  const account = anAccount('shop', {
    keys: [{ key: secrets.key }],
    prices: { SMS: 1, CHATTWO: 1 },
    balance: 99,
    cascades,
    callback,
  });
  const service = await startTestService({
    where: 'process',
    database: database.connectionString,
    accounts: [account],
    logLevel: 'trace',
    keptCharacters: Number.POSITIVE_INFINITY,
  });
  onTestFinished(service.kill);
  expect(await send(service)).toBe(200);
  // A chat whose subscriber is not found, and a gateway that never answers.
  expect(
    await send(service, { cascadeId: 3003, content: { chattwoContent: content, smsContent: content } }),
  ).toBe(200);
  await receiver.got(2);
  expect(await refusedOnes(service)).toEqual(expect.arrayContaining([400, 401, 404]));
  await sendNonsense(service);
  await breakStore();
  await vi.waitFor(() => expect(service.output).toMatch(/failed and is tried again/), { timeout: 60_000 });
  await service.stop();
  for (const message of ['"msg":"answered"', '"msg":"refused"', 'is tried again'])
    expect(service.output).toContain(message);
  const leaks = Object.entries(secrets).filter(([, secret]) =>
    service.output.toLowerCase().includes(secret.toLowerCase()),
  );
  expect(leaks).toEqual([]);
  expect(service.output).not.toContain('\\u0016');
});

const content = { contentType: 'TEXT', text: secrets.text, caption: secrets.caption, [secrets.member]: 1 };

function bodyOf(part: object = {}): object {
  return {
    requestId: randomUUID(),
    cascadeId: 2002,
    subscriberFilter: { address: `+${secrets.address}`, type: 'PHONE' },
    content: { smsContent: content },
    comment: secrets.comment,
    ...part,
  };
}

interface Sent {
  readonly path?: string;
  readonly key?: string;
  readonly raw?: string;
}

async function send({ url }: ServiceProcess, part?: object, { path, key, raw }: Sent = {}): Promise<number> {
  const answer = await fetch(url + (path ?? '/api/cascade/schedule'), {
    method: 'POST',
    headers: {
      'x-api-key': key ?? secrets.key,
      'content-type': 'application/json',
      'x-other': secrets.header,
    },
    body: raw ?? JSON.stringify(bodyOf(part)),
  });
  await answer.body?.cancel();
  return answer.status;
}

/** Every way to be refused that quotes something to the client. */
function refusedOnes(service: ServiceProcess): Promise<number[]> {
  return Promise.all([
    send(service, {}, { key: secrets.wrongKey }),
    send(service, {}, { path: `/${secrets.path}?key=${secrets.query}` }),
    send(
      service,
      {},
      { path: `/api/cascade/schedule?key=${secrets.query}`, raw: `{"text": ${secrets.text}}` },
    ),
    send(service, { cascadeId: secrets.member }),
    send(service, { requestId: secrets.member }),
    send(service, { subscriberFilter: { address: { [secrets.member]: secrets.otherAddress } } }),
    send(service, { content: { [secrets.member]: secrets.text } }),
    send(service, { content: { smsContent: { contentType: secrets.text, text: [secrets.text] } } }),
    send(service, { subscriberFilter: { address: `${secrets.otherAddress}\0\ud800`, type: secrets.member } }),
    send(
      service,
      {},
      {
        path: '/api/callback/set',
        raw: JSON.stringify({ statusCallbackUrl: `http://127.0.0.1:1/${secrets.callback}` }),
      },
    ),
    send(
      service,
      {},
      {
        path: '/api/callback/set',
        raw: JSON.stringify({ statusCallbackUrl: `https://${secrets.callback}.invalid/` }),
      },
    ),
    ...[`whsec_${secrets.registered}`, secrets.registered].map((secret) =>
      send(
        service,
        {},
        {
          path: '/api/callback/set',
          raw: JSON.stringify({ statusCallbackUrl: 'http://127.0.0.1:1/', secret }),
        },
      ),
    ),
    send(service, {}, { path: '/api/cascade/get-all', raw: JSON.stringify({ offset: secrets.member }) }),
  ]);
}

async function sendNonsense({ url }: ServiceProcess): Promise<void> {
  const { hostname: host, port } = new URL(url);
  const head = `POST /${secrets.path} HTTP/1.1\r\nHost: a\r\nx-api-key: ${secrets.key}\r\n`;
  for (const bytes of [
    `\x16\x03 ${secrets.text}\r\n\r\n`,
    `${head}Content-Length: ${secrets.header}\r\n\r\n`,
  ]) {
    const socket = connect({ host, port: Number(port) });
    socket.write(bytes);
    await text(socket);
  }
  const gone = connect({ host, port: Number(port) });
  gone.write(
    `${head.replace(secrets.path, 'api/cascade/schedule')}Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{"text":"${secrets.text}`,
  );
  await once(gone, 'connect');
  gone.resetAndDestroy();
}

/** Ends every running statement with an error of the database. */
async function breakStore(): Promise<void> {
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like 'cascade-service%'`,
  );
}
