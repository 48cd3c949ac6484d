import { setTimeout } from 'node:timers/promises';
import type { FaultyReceiver } from '@cascade/repository/test-kit';
import type { LoadAccount } from '../harness/accounts.ts';
import type { Bed } from '../harness/bed.ts';
import {
  atRate,
  type Message,
  postJson,
  startCallers,
  startTraffic,
  type Traffic,
} from '../harness/callers.ts';
import { forkModule } from '../harness/fork.ts';
import type { CountingGateway } from '../harness/gateway.ts';
import { lagsOf, startSubject, type Taken } from '../harness/receivers.ts';
import { list, nameOf, number, scenario, text } from '../harness/scenario.ts';
import { round, spreadOf, sum } from '../harness/statistics.ts';
import { find, until } from '../harness/waits.ts';
import { attacks } from './strangers/attacks.ts';

/** What strangers do beside the healthy account: all is well with them at first. */
interface Scene {
  readonly says: string;
  readonly accounts?: number;
  readonly receiversEach?: number;
  /** Messages a second for each receiver. */
  readonly perReceiver: number;
  readonly message?: Message;
  /** Makes it worse; resolves when that has begun, to its end. */
  worsen(means: Means): Promise<End>;
}

/** Resolves to what is to be noted. */
type End = () => Promise<object>;

interface Means {
  readonly bed: Bed;
  readonly url: string;
  readonly gateway: CountingGateway;
  readonly strangers: readonly Party[];
  say(line: string): void;
}

const onChattwo = { channels: ['CHATTWO'], cascadeId: 1_000 } as const;

const usualScenes: Readonly<Record<string, Scene>> = {
  sixty: {
    says: '60 accounts with one receiver each, which take callbacks and never answer',
    accounts: 60,
    perReceiver: 1,
    worsen: hangReceivers,
  },
  changing: {
    says: 'one account that registers another URL of its receiver twice a second, which never answers',
    perReceiver: 10,
    async worsen(means) {
      const hanging = await hangReceivers(means);
      const registering = registerNewUrls(means);
      return async () => {
        await registering.stop();
        return { urls: registering.sent, ...(await hanging()) };
      };
    },
  },
  many: {
    says: '500 receivers of 50 accounts, which take callbacks and never answer',
    accounts: 50,
    receiversEach: 10,
    perReceiver: 0.1,
    worsen: hangReceivers,
  },
  gateway: {
    says: 'one account whose CHATTWO gateway takes 2 messages a second and never answers',
    perReceiver: 2,
    message: onChattwo,
    worsen: hangGateway,
  },
  'gateway-100': {
    says: 'one account whose CHATTWO gateway takes 100 messages a second and never answers',
    perReceiver: 100,
    message: onChattwo,
    worsen: hangGateway,
  },
  instant: {
    says: 'one account that schedules 40,000 messages for one instant, at which the time begins',
    perReceiver: 1,
    worsen: scheduleForOneInstant,
  },
  readers: {
    says: 'one account that reads pages of 1,000 entries of its history over 40 connections',
    perReceiver: 50,
    worsen: readHistory,
  },
};

/** What one account sends over and over, beside which another should wait at most three times as long. */
const attackScenes = Object.fromEntries(
  Object.keys(attacks).map((name): [string, Scene] => [
    name,
    {
      says: `one account attacks: ${name.replaceAll('-', ' ')}`,
      perReceiver: 1,
      worsen: (means) => startAttack(name, means),
    },
  ]),
);

const scenes: Readonly<Record<string, Scene>> = { ...usualScenes, ...attackScenes };

const phase = { warmUp: 10, quiet: 20, beside: 20 } as const;
const healthyRate = 10;

/** Ratios to a quiet time of the same run are judged, so nothing else may go wrong meanwhile (mixed). */
export default scenario({
  says: 'A healthy account beside strangers whose receivers or gateway never answer, who schedule 40,000 messages for one instant, read all the time, or attack in fifteen ways: the lag of its callbacks and the time until its requests are answered, alone, beside the strangers, and while that happens. Writes results/strangers.json. Ends with 1 if a message was sent twice.',
  minutes: 12,
  isFigure: true,
  options: {
    seconds: number('of each scene', 60),
    name: text('of the result file', 'strangers'),
    only: list(
      `scenes: ${Object.keys(usualScenes).join(', ')}; attacks for all of ${Object.keys(attackScenes).join(', ')}`,
      Object.keys(usualScenes).join(),
      (given) => nameOf([...Object.keys(scenes), 'attacks'], given),
    ),
  },
  examples: {
    '--seconds 30': 'as in the result file',
    '--only attacks --seconds 8 --name fairness': 'all attacks, fifteen minutes',
    '--only sixty --seconds 10': 'one, shorter',
  },
  async run({ values: { seconds, name, only }, say, each, report }) {
    const names = only.flatMap((key) => (key === 'attacks' ? Object.keys(attackScenes) : key));
    const wanted = Object.entries(scenes).filter(([key]) => names.includes(key));
    const scenarios = await each(Object.fromEntries(wanted), (bed, scene) =>
      measure(bed, scene, { seconds, say }),
    );
    report(
      {
        says: `a healthy account sends ${healthyRate} messages a second: quiet (alone), beside strangers, and for ${seconds} s while these do what the scene says (worse); in milliseconds, callbacks: from the status change to its receiver, delivered: from its request to the callback that says DELIVERED, answers: from its request to the answer; time-outs and retries as shipped`,
        scenarios,
      },
      { name },
    );
  },
});

async function measure(
  bed: Bed,
  scene: Scene,
  { seconds, say }: { readonly seconds: number; say(line: string): void },
) {
  const { accounts = 1, receiversEach = 1, perReceiver, message } = scene;
  const healthy = await startParty(bed, 'healthy', 1);
  const strangers: Party[] = [];
  while (strangers.length < accounts)
    strangers.push(await startParty(bed, `stranger-${strangers.length}`, receiversEach));
  const gateway = await bed.gateway({ latencyMs: 100, hasReceipts: false });
  const { url } = await bed.service({
    accounts: [healthy, ...strangers].map(accountOf),
    gateway,
    hasBackPressure: true,
  });
  await registerAll(url, [healthy, ...strangers]);
  const steady = startTraffic(url, [{ key: healthy.name, perSecond: healthyRate }]);
  await setTimeout(phase.warmUp * 1_000);
  const quietAt = Date.now();
  await setTimeout(phase.quiet * 1_000);
  const besideAt = Date.now();
  const others = startTraffic(
    url,
    strangers.map(({ name: key }) => ({
      key,
      perSecond: perReceiver * receiversEach,
      ...(message === undefined ? { cascades: receiversEach } : { message }),
    })),
  );
  await setTimeout(phase.beside * 1_000);
  const end = await scene.worsen({ bed, url, gateway, strangers, say });
  const worseAt = Date.now();
  await setTimeout(seconds * 1_000);
  const endAt = Date.now();
  const noted = await end();
  const own = await steady.stop();
  const foreign = await others.stop();
  // All three events of each message.
  await find(() => healthy.taken.length >= 3 * own.accepted);
  const seen = await gateway.judge();
  const answersIn = (from: number, to: number) => own.answers.filter(({ at }) => at >= from && at < to);
  const during = (from: number, to: number) => ({
    callbacks: spreadOf(lagsOf(healthy.taken, 'statusAt', from, to)),
    delivered: spreadOf(lagsOf(healthy.taken, 'sentAt', from, to)),
    answers: spreadOf(answersIn(from, to).map(({ took }) => round(took))),
  });
  const quiet = during(quietAt, besideAt);
  const beside = during(besideAt, worseAt);
  const worse = during(worseAt, endAt);
  const refused = answersIn(worseAt, endAt).filter(({ status }) => status !== 200).length;
  return {
    says: scene.says,
    requests: { healthy: counted(own), strangers: counted(foreign), refusedOfHealthyWhileWorse: refused },
    quiet,
    beside,
    worse,
    ratioToQuiet: {
      callbacksP50: ratio(worse.callbacks.p50, quiet.callbacks.p50),
      deliveredP99: ratio(worse.delivered.p99, quiet.delivered.p99),
      answersP99: ratio(worse.answers.p99, quiet.answers.p99),
    },
    missing: 3 * own.accepted - healthy.taken.length,
    ...noted,
    gateway: seen,
  };
}

function counted({ accepted, refused }: Traffic) {
  return { accepted, refused };
}

function ratio(worse = Number.NaN, quiet = Number.NaN): number {
  return round(worse / quiet);
}

/** An account and its receivers, one for each of its sender signatures; the name is also its API key. */
interface Party {
  readonly name: string;
  readonly receivers: readonly FaultyReceiver[];
  readonly taken: readonly Taken[];
}

async function startParty(bed: Bed, name: string, count: number): Promise<Party> {
  const taken: Taken[] = [];
  const receivers: FaultyReceiver[] = [];
  while (receivers.length < count) receivers.push((await startSubject(bed, name, { taken })).receiver);
  return { name, receivers, taken };
}

/** A cascade for each receiver, of the sender signature with the same number; and the one of `onChattwo`. */
function accountOf({ name, receivers }: Party): LoadAccount {
  const ofReceivers = Object.fromEntries(receivers.map((_, at) => [at + 1, ['SMS']]));
  return { name, cascades: { ...ofReceivers, [onChattwo.cascadeId]: ['CHATTWO'] }, hasSenders: true };
}

/** Registers each receiver for its sender signature (ADR-0014). */
async function registerAll(url: string, parties: readonly Party[]): Promise<void> {
  for (const { name, receivers } of parties)
    for (const [at, { url: statusCallbackUrl }] of receivers.entries()) {
      const body = { statusCallbackUrl, subjectId: at + 1 };
      const { outcome } = await postJson(`${url}/api/callback/set`, name, body);
      if (outcome !== 'accepted') throw new Error(`not registered: ${outcome}`);
    }
}

async function hangReceivers({ strangers }: Means): Promise<End> {
  const receivers = strangers.flatMap((party) => party.receivers);
  for (const receiver of receivers) await receiver.become('slow');
  return async () => ({ attemptsOfStrangers: sum(receivers.map(({ attempts }) => attempts)) });
}

/** Registers `?n=0`, `?n=1` and so on, twice a second. */
function registerNewUrls({ url, strangers }: Means) {
  return atRate(2 * strangers.length, (n) => {
    const { name = '', receivers = [] } = strangers[n % strangers.length] ?? {};
    const body = { statusCallbackUrl: `${receivers[0]?.url}?n=${n}`, subjectId: 1 };
    return postJson(`${url}/api/callback/set`, name, body);
  });
}

async function hangGateway({ gateway }: Means): Promise<End> {
  await gateway.hang('CHATTWO', true);
  return async () => {
    await gateway.hang('CHATTWO', false);
    return {};
  };
}

const instantCount = 40_000;

/** Resolves at the instant. */
async function scheduleForOneInstant({ url, strangers, say }: Means): Promise<End> {
  const key = strangers[0]?.name ?? '';
  const begin = Date.now();
  const at = begin + 60_000;
  const startTime = new Date(at).toISOString();
  const load = startCallers({
    urls: () => [url],
    callers: 64,
    next: () => ({ key, cascadeId: 1, startTime }),
  });
  await until('they are accepted', () => load.accepted.size >= instantCount, { seconds: 55 });
  await load.stop();
  const acceptedIn = round((Date.now() - begin) / 1_000);
  say(`${load.accepted.size} messages of one account accepted for one instant in ${acceptedIn} s`);
  const { taken } = strangers[0] ?? { taken: [] };
  await setTimeout(at - Date.now());
  const before = taken.length;
  return async () => {
    const ended = () => taken.length - before >= 3 * load.accepted.size;
    await find(ended, { seconds: 180 });
    return {
      scheduled: load.accepted.size,
      acceptedInSeconds: acceptedIn,
      lastCallbackAfterSeconds: ended() ? round(((taken.at(-1)?.at ?? Number.NaN) - at) / 1_000) : null,
    };
  };
}

async function readHistory({ url, strangers }: Means): Promise<End> {
  const key = strangers[0]?.name ?? '';
  let isOver = false;
  let pages = 0;
  const read = async () => {
    while (!isOver) {
      const { status } = await postJson(`${url}/api/messages/history`, key, { limit: 1_000 });
      if (status === 200) pages += 1;
    }
  };
  const readers = Promise.all(Array.from({ length: 40 }, read));
  return async () => {
    isOver = true;
    await readers;
    return { pages };
  };
}

/** From a process of its own. */
async function startAttack(name: string, { bed, url, strangers }: Means): Promise<End> {
  const program = new URL('strangers/attacker.ts', import.meta.url);
  const attacker = bed.closing(await forkModule<string>(program, [url, name, strangers[0]?.name ?? '']));
  return async () => ({ attackerAnswers: await attacker.ask<Record<string, number>>('stop') });
}
