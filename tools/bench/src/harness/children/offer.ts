import { randomBytes, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { bodyOf, schedulePath } from '../callers.ts';

/**
 * Offers requests at a rate, whatever becomes of them: over kept connections, without waiting for answers
 * (pipelining). Builds them by writing an id and a time into a template, because it shares the cores with the
 * service. Sends the parent what was answered, and ends when it is disconnected.
 */
/** What was offered, and what it was answered. */
export type Offered = typeof said;

const [url = '', rate = '1000', seconds = '10', key = ''] = process.argv.slice(2);
const { hostname: host, port } = new URL(url);
const tickMs = 4;
const run = randomBytes(4).toString('hex');
/** By status; `retryAfter` counts the answers that have the header. */
const answers: Record<string, number> = { retryAfter: 0 };
let offered = 0;
const template = requestTemplate();
const sockets = Array.from({ length: 64 }, () => open());

const begin = performance.now();
for (let elapsed = 0; elapsed < Number(seconds); elapsed = (performance.now() - begin) / 1_000) {
  const due = elapsed * Number(rate);
  for (; offered < due; offered += 1) sockets[offered % sockets.length]?.write(request());
  await setTimeout(tickMs);
}
const took = (performance.now() - begin) / 1_000;
const answered = () =>
  Object.entries(answers).reduce((sum, [name, n]) => sum + (name === 'retryAfter' ? 0 : n), 0);
for (let waited = 0; answered() < offered && waited < 30_000; waited += 100) await setTimeout(100);
const { user, system } = process.cpuUsage();
const said = {
  offered,
  seconds: took,
  unanswered: offered - answered(),
  answers,
  /** Of this process. */
  processorSeconds: (user + system) / 1e6,
};
process.send?.(said);
for (const socket of sockets) socket.destroy();
process.disconnect();

function open(): Socket {
  const socket = connect({ host, port: Number(port) });
  let tail = '';
  socket.on('data', (bytes: Buffer) => {
    const text = tail + bytes.toString('latin1');
    let end = 0;
    for (const match of text.matchAll(/HTTP\/1\.1 ([0-9]{3}) |retry-after: [0-9]+\r/gi)) {
      const [, status = 'retryAfter'] = match;
      answers[status] = (answers[status] ?? 0) + 1;
      end = match.index + match[0].length;
    }
    // A match may begin in these and end in the next.
    tail = text.slice(Math.max(end, text.length - 24));
  });
  socket.on('error', () => {});
  return socket;
}

function requestTemplate() {
  const body = bodyOf(randomUUID());
  const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(body)?.[0] ?? '';
  const time = /"comment":"([0-9]{13})"/.exec(body)?.[1] ?? '';
  const head = [
    `POST ${schedulePath} HTTP/1.1`,
    'host: provider',
    `x-api-key: ${key}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
  return { bytes, idAt: [bytes.indexOf(id), bytes.lastIndexOf(id)], timeAt: bytes.indexOf(time) };
}

function request(): Buffer {
  const { bytes, idAt, timeAt } = template;
  const id = `${run}-0000-4000-8000-${offered.toString(16).padStart(12, '0')}`;
  const copy = Buffer.from(bytes);
  for (const at of idAt) copy.write(id, at, 'latin1');
  copy.write(String(Date.now()), timeAt, 'latin1');
  return copy;
}
