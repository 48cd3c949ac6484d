import { randomBytes, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { outputOf, type Receiver, startReceiver } from '@cascade/repository/test-kit';
import { audit, lookAt, program, systemPrograms } from '@cascade/service/bench';
import type { ServiceProcess } from '@cascade/service/testing';
import { Webhook } from 'standardwebhooks';
import { apiKey, oneStage } from '../harness/accounts.ts';
import type { BedService } from '../harness/bed.ts';
import { atRate, bodyOf, postJson, postReceipt, schedulePath } from '../harness/callers.ts';
import { lacksPostgres, makeRoot, operator, startCluster } from '../harness/postgres.ts';
import { number, scenario } from '../harness/scenario.ts';

/** Seconds of load before the dump, and of the hold. */
const seconds = { before: 15, held: 20 } as const;
/** Every fourth message is scheduled for later: 5 seconds to the age of the backup after the dump. */
const laterOf = 4;
const paused = ['SMS', 'CHATONE', 'CHATTWO'];
const receiptSecret = `whsec_${randomBytes(24).toString('base64')}`;

/** The drill of RUNBOOK.md, which has the figures of the result file. */
export default scenario({
  says: "The drill of RUNBOOK.md: dumps the database under load, loses it, restores it, holds the gateways, and counts at the gateway what was sent twice. Needs Debian's postgresql. Writes results/restore.json.",
  minutes: 3,
  isFigure: true,
  options: { rate: number('messages a second', 20), age: number('seconds from the dump to the loss', 30) },
  examples: { '': 'as in the result file', '--age 60': 'an older backup' },
  lacks: () => lacksPostgres,
  async run({ bed, values: { rate, age }, report }) {
    const cluster = await startCluster(bed, await makeRoot(bed), 'one');
    const gateway = bed.closing(await startReceiver(delivered));
    const dump = join(bed.folder, 'cascade.dump');
    const urlOf = (database: string) => `postgresql://${operator}@127.0.0.1:${cluster.port}/${database}`;
    const start = (database: string, more: Partial<BedService> = {}) =>
      bed.service({
        development: false,
        logLevel: 'warn',
        config: sending(gateway.url),
        databaseUrl: urlOf(database),
        ...more,
      });
    await cluster.ask('create database lost', 'create database plain', 'create database compared');

    const first = await start('lost', { accounts: [{ name: apiKey, cascades: oneStage }] });
    const load = startLoad(first.url, rate, age);
    await setTimeout(seconds.before * 1_000);
    const dumpedAt = performance.now();
    const from = `--dbname=${urlOf('lost')}`;
    await pg('pg_dump', '--format=custom', '--no-owner', `--file=${dump}`, from);
    await setTimeout(Math.max(0, dumpedAt + age * 1_000 - performance.now()));
    const accepted = (await load.stop()).flatMap((one) => one ?? []);
    await first.kill();
    await cluster.ask('drop database lost with (force)');
    const before = sentBy(gateway);

    /** Restores the dump, holds, and sends. */
    async function restore(database: string, isCompared: boolean) {
      const url = urlOf(database);
      await pg('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${url}`, dump);
      const restorePoint = new Date();
      const look = () => lookAt(url, audit);
      const inDump = await look();
      const received = gateway.received.length;
      const gateways = (...args: readonly string[]) =>
        outputOf(process.execPath, [program, 'gateways', ...args, '--database-url', url]);
      await gateways('pause', ...paused, '--reason', 'restored');
      const config = { ...sending(gateway.url), receipts: { secrets: [receiptSecret] } };
      const held = await start(database, { config });
      await setTimeout(seconds.held * 1_000);
      const afterHold = await look();
      const sentWhileHeld = gateway.received.length - received;
      const receipts = isCompared ? await compare(held, url, before, restorePoint) : 0;
      const releasedAt = performance.now();
      await gateways('resume', ...paused);
      while ((await look()).notEnded > 0) await setTimeout(500);
      const drainSeconds = Math.round((performance.now() - releasedAt) / 1_000);
      await held.stop();
      const after = sentBy(gateway).slice(received);
      const { messages: known, notEnded } = inDump;
      return {
        messages: { known, unknown: accepted.length - known, notEnded },
        held: { sent: sentWhileHeld, ended: notEnded - afterHold.notEnded, receipts },
        released: { seconds: drainSeconds, sent: after.length },
        sentTwice: countTwice(before, after, accepted),
        neverSent: neverSent(accepted, [...before, ...after]),
      };
    }

    report({
      says: `${rate} messages a second, one of ${laterOf} scheduled for up to ${age} s after the dump; the database is dumped under load and lost ${age} s later; the dump is restored, the service holds for ${seconds.held} s, and then sends. A message is sent twice if its text reached the gateway before the loss, and again. compared: during the hold, held attempts of messages that are in the gateway's log get a receipt`,
      backupAgeSeconds: age,
      accepted: accepted.length,
      plain: await restore('plain', false),
      compared: await restore('compared', true),
    });
  },
});

/** The answer of the gateway to each text, as soon as a real one gives it. */
async function delivered(response: ServerResponse): Promise<void> {
  await setTimeout(50);
  response.end('{"status":"DELIVERED"}');
}

const pg = (name: string, ...args: readonly string[]) => outputOf(join(systemPrograms ?? '', name), args);

/** The service file of a replica that sends. */
function sending(url: string): object {
  const none = { kind: 'none' };
  return { gateways: { SMS: { kind: 'http', url }, CHATONE: none, CHATTWO: none } };
}

/** Messages in an open loop; those that are accepted. */
function startLoad(url: string, rate: number, age: number) {
  const dumpAt = Date.now() + seconds.before * 1_000;
  return atRate(rate, async (number) => {
    const text = randomUUID();
    const isLater = number % laterOf === 0;
    const startTime = new Date(dumpAt + (5 + Math.random() * (age - 5)) * 1_000).toISOString();
    const body = bodyOf(text, isLater ? { startTime } : {});
    const { status } = await postJson(url + schedulePath, apiKey, body);
    return status === 200 ? { text, isLater } : undefined;
  });
}

/** Ends each held attempt of a message that is in the gateway's log, by a receipt; as RUNBOOK.md says. */
async function compare(
  held: ServiceProcess,
  url: string,
  sentBefore: readonly Sent[],
  restorePoint: Date,
): Promise<number> {
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
    const receipt = { attemptId: id, status: 'DELIVERED' };
    if (!(await postReceipt(held.operationsUrl, webhook, `receipt_${id}`, receipt)))
      throw new Error(`the receipt of ${id} was not taken`);
  }
  return sent.length;
}

/** What an attempt id says of account and message: all but the variant and nine random digits. */
function messageOf(attemptId: string): string {
  return attemptId.slice(0, 19) + attemptId.slice(20, 27);
}

/** A message that was accepted. */
type Accepted = Readonly<{ text: string; isLater: boolean }>;
/** A send, as the gateway has it. */
type Sent = ReturnType<typeof sentBy>[number];

function sentBy({ received }: Receiver) {
  return received.map(({ body }) => {
    const { attemptId, content }: { attemptId: string; content: { text: string } } = JSON.parse(body);
    return { attemptId, text: content.text.slice(-36) };
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
