import { setTimeout } from 'node:timers/promises';
import { receiverFaults } from '@cascade/repository/test-kit';
import { drainOutboxes, lookInside, type Outbox, repeatsOf } from '../harness/audit.ts';
import { postJson, startTraffic } from '../harness/callers.ts';
import { accountsOf, lagsOf, type Subject, startSubject } from '../harness/receivers.ts';
import { number, scenario } from '../harness/scenario.ts';
import { spreadOf, tenths } from '../harness/statistics.ts';

const quietSeconds = { warmUp: 10, measured: 20 } as const;
/** The back-off of a destination goes up to 5 minutes. */
const longestDrain = 420_000;
const perSecond = { healthy: 20, faulty: 5 };

/**
 * All faults at once, for a known time (mixed has them at random), so that the lag before, under and after
 * them is known.
 */
export default scenario({
  says: 'A healthy receiver beside one faulty receiver of each kind, with the time-out and the retries as shipped. Writes results/receiver-faults.json. Ends with 1 if a message was sent twice.',
  minutes: 8,
  options: { seconds: number('under load', 240) },
  examples: { '': 'as in the result file', '--seconds 30': 'shorter' },
  async run({ bed, values: { seconds }, say, report }) {
    const elsewhere = await startSubject(bed, 'elsewhere');
    const healthy = await startSubject(bed, 'healthy');
    const faulty: Subject[] = [];
    for (const fault of receiverFaults)
      faulty.push(await startSubject(bed, fault, { elsewhere: elsewhere.receiver.url }));
    const gateway = await bed.gateway({ latencyMs: 100, hasReceipts: false });
    const { url } = await bed.service({ accounts: accountsOf([healthy, ...faulty]), gateway });
    const look = lookInside(bed.dataFolder);
    const drained = async () => (await drainOutboxes(look, { say, patienceMs: longestDrain })).outboxes;

    const traffic = startTraffic(url, [
      { key: healthy.name, perSecond: perSecond.healthy },
      ...faulty.map(({ name: key }) => ({ key, perSecond: perSecond.faulty })),
    ]);
    await setTimeout(quietSeconds.warmUp * 1_000);
    const warmAt = Date.now();
    await setTimeout(quietSeconds.measured * 1_000);
    const brokenAt = Date.now();
    for (const [at, fault] of receiverFaults.entries()) await faulty[at]?.receiver.become(fault);
    say(`${seconds} seconds of faults`);
    await setTimeout(seconds * 1_000);
    const attempts = new Map(faulty.map(({ name, receiver }) => [name, receiver.attempts]));
    const repairedAt = Date.now();
    for (const { receiver } of faulty) await receiver.become(null);
    const { accepted, refused } = await traffic.stop();
    const outboxes = await drained();
    const seen = await gateway.judge();
    const lagOf = (from: number, to?: number) => spreadOf(lagsOf(healthy.taken, 'at', from, to));

    /** A receiver that answered 410 gets events again after a new registration (ADR-0018). */
    async function registerAgain(gone: Subject | undefined): Promise<object> {
      if (gone === undefined) return {};
      const { name, receiver } = gone;
      const takenBefore = receiver.taken.size;
      const idsBefore = outboxOf(outboxes, name)?.ids.length ?? 0;
      await postJson(`${url}/api/callback/set`, name, { statusCallbackUrl: receiver.url });
      const more = startTraffic(url, [{ key: name, perSecond: perSecond.faulty }]);
      await setTimeout(2_000);
      await more.stop();
      const ids = outboxOf(await drained(), name)?.ids ?? [];
      return { events: ids.length - idsBefore, taken: receiver.taken.size - takenBefore };
    }

    report({
      says: `eight accounts, one receiver each: one is healthy, and seven are faulty for ${seconds} s, all at once, with ${perSecond.healthy} messages a second for the healthy and ${perSecond.faulty} for each other; time-out and retries as shipped; the lag is that from the status change to the receiver; gone answers 410, hanging and endless answer 200 and do not end`,
      accepted,
      refused,
      gateway: seen,
      healthyLagMilliseconds: {
        before: lagOf(warmAt, brokenAt),
        during: lagOf(brokenAt, repairedAt),
        after: lagOf(repairedAt),
      },
      receivers: Object.fromEntries(
        [healthy, ...faulty].map((one) => [
          one.name,
          { ...fateOf(one, outboxes, repairedAt), attemptsUntilRepaired: attempts.get(one.name) },
        ]),
      ),
      goneRegisteredAgain: await registerAgain(faulty.find(({ name }) => name === 'gone')),
      redirectsFollowed: elsewhere.receiver.attempts,
    });
  },
});

function outboxOf(outboxes: readonly Outbox[], name: string): Outbox | undefined {
  return outboxes.find((outbox) => outbox.name === name);
}

function fateOf({ name, receiver, taken }: Subject, outboxes: readonly Outbox[], repairedAt: number) {
  const { ids = [], pending, givenUp = 0 } = outboxOf(outboxes, name) ?? {};
  const missed = taken.filter(({ at, statusAt }) => statusAt < repairedAt && at >= repairedAt);
  return {
    statusEvents: ids.length,
    taken: receiver.taken.size,
    repeats: repeatsOf(receiver.taken),
    pending,
    givenUp,
    lost: ids.filter((id) => !receiver.taken.has(id)).length - givenUp,
    takenAfterRecoverySeconds: spreadOf(missed.map(({ at }) => tenths(at - repairedAt))),
  };
}
