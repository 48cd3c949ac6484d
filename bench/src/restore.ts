import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  audit,
  lookAt,
  type ServiceProcess,
  startServiceProcess,
  systemPrograms,
} from '@cascade/service/bench';
import { type Receiver, startReceiver } from '@cascade/test-kit';
import { Webhook } from 'standardwebhooks';
import { parse } from 'yaml';
import { readCommand } from './command.ts';
import { makeCluster, makeRoot, operator } from './crash/cluster.ts';
import { report } from './report.ts';

const { values } = readCommand({
  run: 'npx pnpm --filter @cascade/bench restore --',
  says: "The drill of RUNBOOK.md: dumps the database under load, loses it, restores it, holds the gateways, and counts at the gateway what was sent twice. Three minutes; needs Debian's postgresql, and is skipped without it. Writes results/restore.json.",
  options: {
    rate: { type: 'string', default: '20', says: 'messages a second' },
    age: { type: 'string', default: '30', says: 'seconds from the dump to the loss' },
  },
  examples: { '': 'as in the result file', '--age 60': 'an older backup' },
});
const [rate, age] = [Number(values.rate), Number(values.age)];
/** Seconds of load before the dump, and of the hold. */
const seconds = { before: 15, held: 20 } as const;
/** Every fourth message is scheduled for later: 5 seconds to the age of the backup after the dump. */
const laterOf = 4;
const receiptSecret = `whsec_${randomBytes(24).toString('base64')}`;

/** A message that was accepted. */
interface Accepted {
  readonly text: string;
  readonly isLater: boolean;
}

/** A send, as the gateway has it. */
interface Sent {
  readonly attemptId: string;
  readonly text: string;
}

if (systemPrograms === undefined) process.stdout.write('skipped: this machine has no postgresql\n');
else await run();

async function run(): Promise<void> {
  const { root, remove } = await makeRoot();
  const folder = await mkdtemp(join(tmpdir(), 'cascade-restore-'));
  const cluster = await makeCluster(root, 'one');
  const gateway = await startReceiver((response) => void setTimeout(50).then(() => answer(response)));
  const urlOf = (database: string) => `postgresql://${operator}@127.0.0.1:${cluster.port}/${database}`;
  const pg = (name: string, ...args: readonly string[]) =>
    promisify(execFile)(join(systemPrograms ?? '', name), args);
  try {
    await cluster.start();
    await cluster.ask('create database lost');
    const files = await writeFiles(folder, gateway.url);
    const start = (database: string, config: string, ...more: readonly string[]) =>
      startServiceProcess({
        args: ['--config', config, ...more],
        development: false,
        environment: { DATABASE_URL: urlOf(database) },
      });

    const first = await start('lost', files.sending, '--accounts', files.accounts);
    const load = startLoad(first.url);
    await setTimeout(seconds.before * 1_000);
    const dumpedAt = performance.now();
    await pg('pg_dump', '--format=custom', '--no-owner', `--file=${files.dump}`, `--dbname=${urlOf('lost')}`);
    await setTimeout(Math.max(0, dumpedAt + age * 1_000 - performance.now()));
    await load.stop();
    await first.kill();
    await cluster.ask('drop database lost with (force)');
    const sentBefore = sentBy(gateway);

    const restored = { urlOf, pg, start, files, gateway, sentBefore, accepted: load.accepted };
    await cluster.ask('create database plain', 'create database compared');
    const plain = await restore('plain', false, restored);
    const compared = await restore('compared', true, restored);
    report('restore', 'npx pnpm --filter @cascade/bench restore', {
      says: `${rate} messages a second, one of ${laterOf} scheduled for up to ${age} s after the dump; the database is dumped under load and lost ${age} s later; the dump is restored, the service holds for ${seconds.held} s, and then sends. A message is sent twice if its text reached the gateway before the loss, and again. compared: during the hold, held attempts of messages that are in the gateway's log get a receipt`,
      backupAgeSeconds: age,
      accepted: load.accepted.length,
      plain,
      compared,
    });
  } finally {
    await gateway.close();
    await cluster.stop().catch(() => {});
    await remove();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Restored {
  urlOf(database: string): string;
  pg(name: string, ...args: readonly string[]): Promise<unknown>;
  start(database: string, config: string): Promise<ServiceProcess>;
  readonly files: Awaited<ReturnType<typeof writeFiles>>;
  readonly gateway: Receiver;
  readonly sentBefore: readonly Sent[];
  readonly accepted: readonly Accepted[];
}

/** Restores the dump, holds, and sends. */
async function restore(database: string, isCompared: boolean, world: Restored): Promise<object> {
  const { urlOf, pg, start, files, gateway, sentBefore, accepted } = world;
  await pg('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${urlOf(database)}`, files.dump);
  const restorePoint = new Date();
  const look = () => lookAt(urlOf(database), audit);
  const inDump = await look();
  const received = gateway.received.length;
  const held = await start(database, files.hold);
  await setTimeout(seconds.held * 1_000);
  const afterHold = await look();
  const sentWhileHeld = gateway.received.length - received;
  const receipts = isCompared ? await compare({ held, url: urlOf(database), sentBefore, restorePoint }) : 0;
  await held.stop();

  const second = await start(database, files.sending);
  const releasedAt = performance.now();
  while ((await look()).notEnded > 0) await setTimeout(500);
  const drainSeconds = Math.round((performance.now() - releasedAt) / 1_000);
  await second.stop();
  const sentAfter = sentBy(gateway).slice(received);
  return {
    messages: {
      known: inDump.messages,
      unknown: accepted.length - inDump.messages,
      notEnded: inDump.notEnded,
    },
    held: { sent: sentWhileHeld, ended: inDump.notEnded - afterHold.notEnded, receipts },
    released: { seconds: drainSeconds, sent: sentAfter.length },
    sentTwice: countTwice(sentBefore, sentAfter, accepted),
    neverSent: neverSent(accepted, [...sentBefore, ...sentAfter]),
  };
}

/** Ends each held attempt of a message that is in the gateway's log, by a receipt; as RUNBOOK.md says. */
async function compare({ held, url, sentBefore, restorePoint }: Compared): Promise<number> {
  const known = new Set(sentBefore.map(({ attemptId }) => messageOf(attemptId)));
  const { rows } = await lookAt(url, (pool) =>
    pool.query<{ id: string }>(
      `select attempt.id from cascade.stage_attempts attempt
       join cascade.messages m on m.account_id = attempt.account_id and m.id = attempt.message_id
       where attempt.state = 'sending' and m.accepted_at < $1`,
      [restorePoint],
    ),
  );
  const sent = rows.filter(({ id }) => known.has(messageOf(id)));
  const webhook = new Webhook(receiptSecret);
  for (const { id } of sent) {
    const body = JSON.stringify({ attemptId: id, status: 'DELIVERED' });
    const [name, at] = [`receipt_${id}`, new Date()];
    const { status } = await fetch(`${held.operationsUrl}/gateway/receipts`, {
      method: 'POST',
      headers: {
        'webhook-id': name,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': webhook.sign(name, at, body),
      },
      body,
    });
    if (status !== 204) throw new Error(`expected 204 for a receipt, found ${status}`);
  }
  return sent.length;
}

interface Compared {
  readonly held: ServiceProcess;
  readonly url: string;
  readonly sentBefore: readonly Sent[];
  readonly restorePoint: Date;
}

/** What an attempt id says of account and message: all but the variant and nine random digits. */
function messageOf(attemptId: string): string {
  return attemptId.slice(0, 19) + attemptId.slice(20, 27);
}

function answer(response: { end(text: string): unknown }): void {
  response.end('{"status":"DELIVERED"}');
}

async function writeFiles(folder: string, url: string) {
  const files = {
    accounts: join(folder, 'accounts.yaml'),
    sending: join(folder, 'service.yaml'),
    hold: join(folder, 'hold.yaml'),
    dump: join(folder, 'cascade.dump'),
  };
  const stage = {
    uuid: '00000000-0000-4000-8000-000000000001',
    channel: 'SMS',
    subject: { id: 1, subject: 'a' },
  };
  const account = {
    name: 'bench',
    keys: [{ key: 'bench-key' }],
    balance: 1_000_000_000,
    prices: { SMS: 5 },
    cascades: [{ id: 2002, name: 'codes', stages: [stage] }],
  };
  await writeFile(files.accounts, JSON.stringify({ accounts: [account] }));
  const none = { kind: 'none' };
  const gateways = { SMS: { kind: 'http', url }, CHATONE: none, CHATTWO: none };
  await writeFile(files.sending, JSON.stringify({ gateways }));
  const hold = parse(
    await readFile(fileURLToPath(import.meta.resolve('@cascade/service/operate/hold.yaml')), 'utf8'),
  );
  await writeFile(files.hold, JSON.stringify({ ...hold, receipts: { secrets: [receiptSecret] } }));
  await chmod(folder, 0o755);
  return files;
}

/** Callers in an open loop; the messages that are answered 200. */
function startLoad(url: string) {
  const accepted: Accepted[] = [];
  const calls: Promise<void>[] = [];
  const begin = performance.now();
  const dumpAt = Date.now() + seconds.before * 1_000;
  let isOver = false;

  async function call(number: number): Promise<void> {
    const text = randomUUID();
    const isLater = number % laterOf === 0;
    const startAt = dumpAt + (5 + Math.random() * (age - 5)) * 1_000;
    const answered = await fetch(`${url}/api/cascade/schedule`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'bench-key' },
      body: JSON.stringify({
        requestId: randomUUID(),
        cascadeId: 2002,
        subscriberFilter: { address: '+12025550199', type: 'PHONE' },
        content: { smsContent: { contentType: 'TEXT', text } },
        ...(isLater && { startTime: new Date(startAt).toISOString() }),
      }),
    });
    await answered.text();
    if (answered.status === 200) accepted.push({ text, isLater });
  }

  const loop = (async () => {
    for (let number = 0; !isOver; number += 1) {
      await setTimeout(Math.max(0, begin + (number * 1_000) / rate - performance.now()));
      calls.push(call(number));
    }
  })();
  return {
    accepted,
    async stop() {
      isOver = true;
      await loop;
      await Promise.all(calls);
    },
  };
}

function sentBy({ received }: Receiver): readonly Sent[] {
  return received.map(({ body }) => {
    const { attemptId, content } = JSON.parse(body);
    return { attemptId, text: content.text };
  });
}

/** What the gateway got before the loss and again after the restore. */
function countTwice(before: readonly Sent[], after: readonly Sent[], accepted: readonly Accepted[]) {
  const texts = new Set(before.map(({ text }) => text));
  const attempts = new Set(before.map(({ attemptId }) => attemptId));
  const later = new Set(accepted.filter(({ isLater }) => isLater).map(({ text }) => text));
  const twice = after.filter(({ text }) => texts.has(text));
  return {
    all: twice.length,
    underTheSameAttemptId: twice.filter(({ attemptId }) => attempts.has(attemptId)).length,
    scheduledForLater: twice.filter(({ text }) => later.has(text)).length,
  };
}

function neverSent(accepted: readonly Accepted[], sent: readonly Sent[]): number {
  const texts = new Set(sent.map(({ text }) => text));
  return accepted.filter(({ text }) => !texts.has(text)).length;
}
