import { readCommand } from '../command.ts';
import { report } from '../report.ts';
import { judge } from './judge.ts';
import { type PeerProgram, preparePrograms } from './programs.ts';
import { type Scenario, type Setting, settings } from './scenarios.ts';
import { startWorld, type World } from './world.ts';

/** The service against SMSCs that others wrote. Ends with 1 if a scenario fails. */
readCommand({
  run: 'npx pnpm --filter @cascade/bench smpp',
  says: 'The service against SMSCs built on jSMPP and on Jasmin: texts, receipts, throttling, lost connections, TLS. Five minutes; needs mvn, javac, python3 and openssl, and skips an SMSC that it cannot make. Writes results/smpp.json.',
  examples: { '': 'as in the result file' },
});
const secondsToEnd = 90;
const say = (line: string) => void process.stderr.write(`${line}\n`);

interface Row {
  readonly scenario: string;
  readonly messages: number;
  /** Messages of which the SMSC's library decoded the text that was sent. */
  readonly intact: number;
  /** Accepted submits beyond those needed. */
  readonly duplicates: number;
  readonly mostDuplicates: number;
  /** How many submits the SMSC refused. */
  readonly refused: number;
  readonly finals: Readonly<Record<string, number>>;
  readonly passes: boolean;
}

async function judged(scenario: Scenario, world: World): Promise<Row> {
  const refusedBefore = world.peer.count('refused');
  const sent = await scenario.run(world);
  const finals = await Promise.all(sent.map((one) => world.finalOf(one, secondsToEnd)));
  const arrived = sent.map((one) => judge(one, world.peer.submits));
  const rejected = sent.filter(({ number }) => world.peer.submits.every(({ to }) => to !== number)).length;
  const intact = arrived.filter(({ isIntact }) => isIntact).length;
  const duplicates = arrived.reduce((sum, one) => sum + one.duplicates, 0);
  const mostDuplicates = scenario.mostDuplicates ?? 0;
  const row = {
    scenario: scenario.name,
    messages: sent.length,
    intact,
    duplicates,
    mostDuplicates,
    refused: world.peer.count('refused') - refusedBefore,
    finals: countOf(finals),
    passes:
      finals.every((final) => final === scenario.final) &&
      intact === sent.length - (scenario.isRejected ? rejected : 0) &&
      duplicates <= mostDuplicates,
  };
  say(`${row.passes ? 'passes' : 'FAILS '} ${JSON.stringify(row)}`);
  return row;
}

function countOf(finals: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const final of finals) counts[final] = (counts[final] ?? 0) + 1;
  return counts;
}

async function runSetting(program: PeerProgram, setting: Setting) {
  say(`${program.name}: ${setting.name}`);
  const world = await startWorld(program, setting.transport, setting.members);
  try {
    const rows: Row[] = [];
    for (const scenario of setting.scenarios) rows.push(await judged(scenario, world));
    return { setting: setting.name, scenarios: rows };
  } finally {
    await world.close();
  }
}

const peers = [];
for (const program of await preparePrograms(say)) {
  const results = [];
  for (const setting of settings) results.push(await runSetting(program, setting));
  peers.push({ smsc: program.name, settings: results });
}
const rows = peers.flatMap((peer) => peer.settings.flatMap(({ scenarios }) => scenarios));
report('smpp', 'npx pnpm --filter @cascade/bench smpp', {
  says: 'the service with embedded PostgreSQL and a callback receiver against SMSCs built on libraries of others, which decode what arrives; duplicates are submits that the SMSC accepted beyond those needed, finals what the callbacks reported',
  scenarios: rows.length,
  passed: rows.filter(({ passes }) => passes).length,
  peers,
});
if (rows.some(({ passes }) => !passes)) process.exitCode = 1;
