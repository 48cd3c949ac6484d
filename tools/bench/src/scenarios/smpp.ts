import { countBy } from '../harness/callers.ts';
import { scenario } from '../harness/scenario.ts';
import { sum } from '../harness/statistics.ts';
import { preparePrograms } from './smpp/peer.ts';
import { type Scenario, settings } from './smpp/settings.ts';
import { judge, startWorld, type World } from './smpp/world.ts';

const secondsToEnd = 90;

export default scenario({
  says: 'The service against SMSCs that others wrote, built on jSMPP and on Jasmin: texts, receipts, throttling, lost connections, TLS. Needs mvn, javac, python3 and openssl, and skips an SMSC that it cannot make. Writes results/smpp.json. Ends with 1 if a scenario fails.',
  minutes: 5,
  examples: { '': 'as in the result file' },
  async run({ say, each, report }) {
    const peers = [];
    for (const program of await preparePrograms(say)) {
      say(program.name);
      const named = settings.map((setting) => [setting.name, setting] as const);
      const found = await each(Object.fromEntries(named), async (bed, setting) => {
        const world = await startWorld(bed, program, setting);
        const scenarios: Awaited<ReturnType<typeof judged>>[] = [];
        for (const one of setting.scenarios) scenarios.push(await judged(one, world));
        return { setting: setting.name, scenarios };
      });
      peers.push({ smsc: program.name, settings: Object.values(found) });
    }
    const rows = peers.flatMap((peer) => peer.settings.flatMap(({ scenarios }) => scenarios));
    report({
      says: 'the service with embedded PostgreSQL and a callback receiver against SMSCs built on libraries of others, which decode what arrives; duplicates are submits that the SMSC accepted beyond those needed, finals what the callbacks reported',
      scenarios: rows.length,
      passed: rows.filter(({ passes }) => passes).length,
      peers,
    });
    return rows.every(({ passes }) => passes);
  },
});

async function judged(scenario: Scenario, world: World) {
  const refusedBefore = world.peer.count('refused');
  const sent = await scenario.run(world);
  const finals = await Promise.all(sent.map((one) => world.finalOf(one, secondsToEnd)));
  const arrived = sent.map((one) => judge(one, world.peer.submits));
  const rejected = sent.filter(({ number }) => world.peer.submits.every(({ to }) => to !== number)).length;
  const intact = arrived.filter(({ isIntact }) => isIntact).length;
  const duplicates = sum(arrived.map((one) => one.duplicates));
  const mostDuplicates = scenario.mostDuplicates ?? 0;
  return {
    scenario: scenario.name,
    messages: sent.length,
    /** Messages of which the SMSC's library decoded the text that was sent. */
    intact,
    /** Accepted submits beyond those needed. */
    ...{ duplicates, mostDuplicates },
    /** How many submits the SMSC refused. */
    refused: world.peer.count('refused') - refusedBefore,
    finals: countBy(finals),
    passes:
      finals.every((final) => final === scenario.final) &&
      intact === sent.length - (scenario.isRejected ? rejected : 0) &&
      duplicates <= mostDuplicates,
  };
}
