import { setTimeout } from 'node:timers/promises';
import type { FaultyReceiver } from '@cascade/test-kit';
import type { LoadAccount } from '../harness/accounts.ts';
import { type Bed, withBed } from '../harness/bed.ts';
import { atRate, post, type Rate, startTraffic } from '../harness/callers.ts';
import { lagsOf, startSubject, type Taken } from '../harness/receivers.ts';
import { number, scenario, text } from '../harness/scenario.ts';
import { round, spreadOf, sum } from '../harness/statistics.ts';
import { find } from '../harness/waits.ts';

interface Scene {
  readonly says: string;
  readonly accounts: number;
  readonly receiversEach: number;
  /** Messages a second for each receiver. */
  readonly perReceiver: number;
  /** The account registers a new URL of its hanging receiver twice a second. */
  readonly changesUrl?: true;
}

const scenes: Readonly<Record<string, Scene>> = {
  sixty: { says: '60 accounts with one receiver each', accounts: 60, receiversEach: 1, perReceiver: 1 },
  changing: {
    says: 'one account that registers another URL of its receiver twice a second',
    accounts: 1,
    receiversEach: 1,
    perReceiver: 10,
    changesUrl: true,
  },
  many: { says: '500 receivers of 50 accounts', accounts: 50, receiversEach: 10, perReceiver: 0.1 },
};

const phase = { warmUp: 10, quiet: 20, beside: 20 } as const;
const healthyRate = 10;

/** Ratios to a quiet time of the same run are judged, so nothing else may go wrong meanwhile (mixed). */
export default scenario({
  says: 'A healthy receiver beside the receivers of strangers that take callbacks and never answer: the lag of its callbacks alone, beside the others while they answer, and beside them while they hang. Writes results/strangers.json. Ends with 1 if a message was sent twice.',
  minutes: 6,
  options: {
    seconds: number('of each scene', 60),
    name: text('of the result file', 'strangers'),
    only: text(`one scene: ${Object.keys(scenes).join(', ')}`),
  },
  examples: { '--seconds 30': 'as in the result file', '--only sixty --seconds 10': 'one, shorter' },
  async run({ values: { seconds, name, only }, say, report }) {
    const scenarios: Record<string, object> = {};
    let isOnce = true;
    for (const [key, scene] of Object.entries(scenes)) {
      if (only !== undefined && only !== key) continue;
      say(scene.says);
      const { isRight, ...found } = await withBed((bed) => measure(bed, scene, seconds));
      isOnce &&= isRight;
      scenarios[key] = { says: scene.says, ...found };
    }
    report(
      {
        says: `the lag in milliseconds from the status change to a healthy receiver that gets ${healthyRate} messages a second: quiet (alone), beside the receivers of strangers while these answer, and for ${seconds} s while they take each callback and never answer it; time-out and retries as shipped`,
        scenarios,
      },
      { name },
    );
    return isOnce;
  },
});

async function measure(bed: Bed, scene: Scene, seconds: number) {
  const { accounts, receiversEach, perReceiver, changesUrl } = scene;
  const healthy = await startParty(bed, 'healthy', 1);
  const strangers: Party[] = [];
  while (strangers.length < accounts)
    strangers.push(await startParty(bed, `stranger-${strangers.length}`, receiversEach));
  const gateway = await bed.gateway({ latencyMs: 100, hasReceipts: false });
  const { url } = await bed.service({ accounts: [healthy, ...strangers].map(accountOf), gateway });
  await registerAll(url, [healthy, ...strangers]);
  const steady = startTraffic(url, [rateOf(healthy, healthyRate)]);
  await setTimeout(phase.warmUp * 1_000);
  const quietAt = Date.now();
  await setTimeout(phase.quiet * 1_000);
  const besideAt = Date.now();
  const others = startTraffic(
    url,
    strangers.map((party) => rateOf(party, perReceiver * receiversEach)),
  );
  await setTimeout(phase.beside * 1_000);
  const hangingAt = Date.now();
  const receivers = strangers.flatMap((party) => party.receivers);
  for (const receiver of receivers) await receiver.become('slow');
  const registering = changesUrl && registerNewUrls(url, strangers);
  await setTimeout(seconds * 1_000);
  const endAt = Date.now();
  await registering?.stop();
  const [own, foreign] = [await steady.stop(), await others.stop()];
  // All three events of each message.
  await find(() => healthy.taken.length >= 3 * own.accepted);
  const lagOf = (from: number, to: number) => spreadOf(lagsOf(healthy.taken, 'statusAt', from, to));
  const [quiet, beside] = [lagOf(quietAt, besideAt), lagOf(besideAt, hangingAt)];
  const hanging = lagOf(hangingAt, endAt);
  const { gateway: seen, isOnce } = await gateway.judge();
  const ratio = (to: typeof quiet) => round((hanging.p50 ?? Number.NaN) / (to.p50 ?? Number.NaN));
  return {
    requests: { healthy: own, strangers: foreign, urls: registering?.sent },
    ...{ quiet, beside, hanging },
    ratioOfP50: { toQuiet: ratio(quiet), toBeside: ratio(beside) },
    missing: 3 * own.accepted - healthy.taken.length,
    attemptsOfStrangers: sum(receivers.map(({ attempts }) => attempts)),
    gateway: seen,
    isRight: isOnce,
  };
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

/** A cascade for each receiver, of the sender signature with the same number. */
function accountOf({ name, receivers }: Party): LoadAccount {
  const cascades = Object.fromEntries(receivers.map((_, at) => [at + 1, ['SMS']]));
  return { name, cascades, hasSenders: true };
}

function rateOf({ name, receivers }: Party, perSecond: number): Rate {
  return { key: name, perSecond, cascades: receivers.length };
}

/** Registers each receiver for its sender signature (ADR-0014). */
async function registerAll(url: string, parties: readonly Party[]): Promise<void> {
  for (const { name, receivers } of parties)
    for (const [at, { url: statusCallbackUrl }] of receivers.entries()) {
      const body = { statusCallbackUrl, subjectId: at + 1 };
      const { outcome } = await post(`${url}/api/callback/set`, name, body);
      if (outcome !== 'accepted') throw new Error(`not registered: ${outcome}`);
    }
}

/** Registers `?n=0`, `?n=1` and so on, twice a second. */
function registerNewUrls(url: string, parties: readonly Party[]) {
  return atRate(2 * parties.length, (n) => {
    const { name = '', receivers = [] } = parties[n % parties.length] ?? {};
    const body = { statusCallbackUrl: `${receivers[0]?.url}?n=${n}`, subjectId: 1 };
    return post(`${url}/api/callback/set`, name, body);
  });
}
