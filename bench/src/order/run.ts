import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readOutboxes } from '../faults/outbox.ts';
import { type faults, startSubject, subjectsFile } from '../faults/subjects.ts';
import { schedule, startTraffic } from '../faults/traffic.ts';
import { type Judgement, startGateway } from '../gateway-view.ts';
import { type Arrival, startThreadedReceiver } from './receiver.ts';

export interface Load {
  readonly messages: number;
  readonly perSecond: number;
  /** The kinds of faulty receivers beside, each of an account of its own with five messages a second. */
  readonly beside: readonly (typeof faults)[number][];
  say(line: string): void;
}

const tick = 200; // milliseconds
const judged = 'judged';
/** Milliseconds in which the faulty receivers fail before the messages begin: their back-off is under way. */
const faultsBefore = 30_000;
const longestDrain = 600_000;

/** Sends the messages through a new service to the receiver in Python; returns what arrived there, and at the gateway. */
export async function runOrder(
  load: Load,
): Promise<{ readonly arrivals: readonly Arrival[]; readonly judgement: Judgement }> {
  const receiver = await startThreadedReceiver();
  const faulty = await Promise.all(load.beside.map((fault) => startSubject(fault, fault, receiver.url)));
  const folder = await mkdtemp(join(tmpdir(), 'cascade-order-'));
  const accounts = join(folder, 'accounts.yaml');
  await writeFile(accounts, subjectsFile([{ name: judged, receiver }, ...faulty]));
  // The database server makes the folder, because it may run as another user than this process.
  const dataFolder = join(tmpdir(), `cascade-order-${process.pid}-data`);
  const gateway = await startGateway({ latencyMs: 100, hasReceipts: false });
  const service = await gateway.startService({
    args: ['--data', dataFolder, '--accounts', accounts],
    logLevel: 'error',
  });
  try {
    const noise = startTraffic(service.url, new Map(faulty.map(({ name }) => [name, 1])), tick);
    for (const { receiver, fault } of faulty) await receiver.become(fault);
    if (faulty.length > 0) await setTimeout(faultsBefore);
    await send(service.url, load);
    const isComplete = await drain(dataFolder, load);
    await noise.stop();
    if (!isComplete) throw new Error(`callbacks are pending after ${longestDrain} ms`);
    return { arrivals: await receiver.readArrivals(), judgement: await gateway.judge() };
  } finally {
    await service.stop();
    await gateway.close();
    for (const { close } of [receiver, ...faulty.map((subject) => subject.receiver)]) await close();
    await rm(folder, { recursive: true });
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function send(url: string, { messages, perSecond }: Load): Promise<void> {
  const begin = performance.now();
  const answers: Promise<boolean>[] = [];
  while (answers.length < messages) {
    const due = Math.min(messages, ((performance.now() - begin) * perSecond) / 1_000);
    while (answers.length < due) answers.push(schedule(url, judged));
    await setTimeout(10);
  }
  if ((await Promise.all(answers)).includes(false)) throw new Error('a message was refused');
}

/** Whether all callbacks of the judged account arrived in time. */
async function drain(dataFolder: string, { say }: Load): Promise<boolean> {
  const end = Date.now() + longestDrain;
  while (Date.now() < end) {
    await setTimeout(2_000);
    const outboxes = await readOutboxes(dataFolder);
    const { pending = 0, ids = [] } = outboxes.find(({ name }) => name === judged) ?? {};
    if (pending === 0) return true;
    say(`${pending} of ${ids.length} callbacks to go`);
  }
  return false;
}
