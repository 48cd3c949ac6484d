import { setTimeout } from 'node:timers/promises';
import type { ServerBehindProxy } from '@cascade/service/bench';
import type { ServiceProcess } from '@cascade/service/testing';
import { oneStage } from '../harness/accounts.ts';
import type { Bed } from '../harness/bed.ts';
import { startLoad } from '../harness/fork.ts';
import { type CountingGateway, gatewayKinds } from '../harness/gateway.ts';
import { readFigures } from '../harness/metrics.ts';
import { flag, list, nameOf, number, numberOf, scenario, text, type ValuesOf } from '../harness/scenario.ts';
import { sum, sums } from '../harness/statistics.ts';
import { repeat, until } from '../harness/waits.ts';

const options = {
  seconds: number('of each load', 30),
  gateways: list('kinds of gateways', 'http,smpp', (given) => nameOf(gatewayKinds, given)),
  replicas: list('numbers of replicas', '1,2', numberOf),
  accounts: list('numbers of accounts', '1,1000', numberOf),
  rates: list('messages a second', '5,20,50,100,300,saturated', rateOf),
  latency: number('milliseconds until the gateway answers', 100),
  lock: text('milliseconds that accounts are locked, or none', '10-80'),
  quick: flag('three loads of two scenes, in less than a minute; writes nothing'),
};

function rateOf(given: string): number {
  return given === 'saturated' ? Number.POSITIVE_INFINITY : numberOf(given);
}

/** Once means once: without any fault, the gateway gets each message one time. */
export default scenario({
  says: 'Sends messages without any fault, while accounts are locked as bookings lock them, and counts at a gateway outside how often each is sent: by HTTP and SMPP, one and two replicas, one account and a thousand, at several rates and saturated; more than 100,000 messages. Writes results/once.json. Ends with 1 if one was sent twice, or never.',
  minutes: 30,
  options,
  examples: { '': 'as in the result file', '--quick': 'to try it' },
  async run({ values, say, each, report }) {
    const { quick: isQuick, lock, latency } = values;
    const seconds = isQuick ? 2 : values.seconds;
    const rates = isQuick ? ['50', '300', 'saturated'].map(rateOf) : values.rates;
    const steps = values.accounts.flatMap((accounts) => rates.map((rate) => ({ accounts, rate, seconds })));
    const scenes = scenesOf(values).map((scene) => [`${scene.kind} to ${scene.replicas}`, scene] as const);
    const found = await each(Object.fromEntries(scenes), async (bed, scene) => ({
      ...scene,
      ...(await sendOnce(bed, scene, steps, say)),
    }));
    const results = Object.values(found);
    const all = results.flatMap((one) => one.steps);
    const { accepted, missing, sends, repeats } = sums(all);
    const total = { accepted, missing, sends, repeats };
    say(JSON.stringify(total));
    if (!isQuick)
      report({
        says: `messages without any fault, counted by the request id in their text at a gateway outside that answers after ${latency} ms; about half of the accounts are locked for ${lock} ms at a time; rate null: as fast as 128 connections get answers; repeats: sends beyond the first of a message, and missing: accepted messages that were never sent, must be 0`,
        total,
        scenes: results,
      });
    return total.missing === 0;
  },
});

type Values = ValuesOf<typeof options>;

function scenesOf({ gateways, replicas, latency, lock, quick }: Values) {
  const [least = 0, most = least] = lock.split('-').map(Number);
  return gateways.flatMap((kind, at) =>
    (quick ? [at + 1] : replicas).map((count) => ({
      kind,
      replicas: count,
      latencyMs: latency,
      /** How long accounts are locked, in milliseconds, at random between both; not at all if absent. */
      ...(lock !== 'none' && { lockMs: [least, most] as const }),
    })),
  );
}

/** The service and its surroundings. */
type Scene = ReturnType<typeof scenesOf>[number];

/** A load. */
interface Step {
  /** Of which accounts the messages are, in turn. */
  readonly accounts: number;
  /** Messages a second; what the service takes over 128 connections, if it is infinite. */
  readonly rate: number;
  readonly seconds: number;
}

/** Sends messages without any fault; counts at the gateway what is sent, and what is sent again. */
export async function sendOnce(
  bed: Bed,
  scene: Scene,
  steps: readonly Step[],
  say: (line: string) => void = () => {},
) {
  const gateway = await bed.gateway(scene);
  const most = Math.max(...steps.map((step) => step.accounts));
  const keys = Array.from({ length: most }, (_, at) => `once-${at}`);
  const accounts = keys.map((name) => ({ name, cascades: oneStage }));
  // An embedded server has connections for one replica under load.
  const server = await bed.server({ max_connections: '150', fsync: 'on' });
  const services: ServiceProcess[] = [];
  while (services.length < scene.replicas)
    services.push(await bed.service({ accounts, gateway, databaseUrl: server.databaseUrl }));
  const unlock = scene.lockMs && (await lockAccounts(bed, server, scene.lockMs));
  const views: Awaited<ReturnType<typeof take>>[] = [];
  for (const step of steps) {
    views.push(await take(step, keys, services, gateway));
    say(JSON.stringify({ ...scene, ...views.at(-1) }));
  }
  await unlock?.();
  return { steps: views, gateway: await gateway.judge() };
}

async function take(
  step: Step,
  keys: readonly string[],
  services: readonly ServiceProcess[],
  gateway: CountingGateway,
) {
  const { accounts, rate, seconds } = step;
  const urls = services.map(({ url }) => url);
  const isSaturated = rate === Number.POSITIVE_INFINITY;
  const load = startLoad({ urls, keys: keys.slice(0, accounts), ...(!isSaturated && { rate }), seconds });
  const { accepted, refused, unanswered } = await load.sent;
  await allEnded(services);
  const times = new Map(await gateway.counts());
  const sends = accepted.map((id) => times.get(id) ?? 0);
  return {
    ...step,
    accepted: accepted.length,
    notAccepted: refused + unanswered,
    /** Accepted, and never sent. */
    missing: sends.filter((count) => count === 0).length,
    sends: sum(sends),
    /** Sends beyond the first of a message. */
    repeats: sum(sends.map((count) => Math.max(0, count - 1))),
  };
}

/** @throws {Error} after three minutes. */
async function allEnded(services: readonly ServiceProcess[]): Promise<void> {
  const haveEnded = async () => {
    const figures = await Promise.all(services.map(({ operationsUrl }) => readFigures(operationsUrl)));
    return sum(figures.map(({ accepted, ended }) => accepted - ended)) <= 0;
  };
  await until('all messages had ended', haveEnded, { seconds: 180 });
}

/**
 * Locks the rows of accounts again and again, as a booking of the engine does: about half of them each time,
 * for some milliseconds, with as long a pause. So requests find their account locked, and their batch is
 * split.
 */
async function lockAccounts(bed: Bed, server: ServerBehindProxy, [least, most]: readonly [number, number]) {
  const session = bed.use(await server.session(), (one) => one.end());
  const milliseconds = () => least + Math.random() * (most - least);
  const stop = repeat(0, async () => {
    await session.query(`
      begin;
      select from cascade.accounts where random() < 0.5 order by id for update;
      select pg_sleep(${milliseconds() / 1_000});
      commit`);
    await setTimeout(milliseconds());
  });
  return bed.use(stop, stop);
}
