import { setTimeout } from 'node:timers/promises';
import { oneStage } from '../harness/accounts.ts';
import { countBy, startTraffic } from '../harness/callers.ts';
import { forkModule, startBareServer } from '../harness/fork.ts';
import { number, scenario, text } from '../harness/scenario.ts';
import { latency, round } from '../harness/statistics.ts';
import { attacks } from './fairness/attacks.ts';

const keys = { attacker: 'attacker-key', stranger: 'stranger-key' } as const;
const perSecond = 50;

export default scenario({
  says: 'The latency of one account while another attacks in fifteen ways, against a bare server under the same attack. Writes results/fairness.json.',
  minutes: 10,
  options: {
    seconds: number('of each attack', 8),
    phase: text('before: records a run of an earlier version', 'after'),
    only: text('attacks whose name contains this text; the others stay as recorded', ''),
  },
  examples: { '': 'all attacks', '--only nested --seconds 3': 'one, shorter' },
  async run({ bed, values: { seconds, phase, only }, say, earlier, report }) {
    const accounts = Object.values(keys).map((name) => ({ name, cascades: oneStage }));
    const service = await bed.service({ accounts, hasBackPressure: true });
    const control = bed.closing(await startBareServer(keys.stranger));
    for (const url of [control.message, service.url]) await measureStranger(url, 4);
    // Other phases and attacks stay as they are.
    const { says: _, loadAverage: __, ...others } = earlier();
    const underAttack: Record<string, unknown> = { ...Object(others[phase]) };
    for (const name of Object.keys(attacks).filter((one) => one.includes(only))) {
      // The control is measured just before the service, because the speed of a shared machine changes by the
      // minute.
      const floor = await compare(control.message, name, seconds);
      const found = await compare(service.url, name, seconds);
      underAttack[name] = { ...found, control: floor };
      say(`${name}: ${JSON.stringify(underAttack[name])}`);
    }
    report({
      says: `a stranger schedules ${perSecond} messages a second while another key attacks, ${seconds} s for each attack; times from when a request was due to its answer; attacker, stranger, service and store on the same cores; control: a bare Node server under the same attack, which refuses the attacker without reading`,
      ...others,
      [phase]: underAttack,
    });
  },
});

/** A stranger's latency without and with an attack. */
async function compare(url: string, name: string, seconds: number) {
  const { p50Milliseconds, p99Milliseconds } = await measureStranger(url, seconds);
  const program = new URL('fairness/attacker.ts', import.meta.url);
  const attacker = await forkModule<string>(program, [url, name, keys.attacker]);
  await setTimeout(1_000);
  const measured = measureStranger(url, seconds);
  await setTimeout(seconds * 1_000);
  const attackerAnswers = await attacker.ask('stop');
  const attacked = await measured;
  await attacker.close();
  await setTimeout(1_500);
  return {
    quiet: { p50Milliseconds, p99Milliseconds },
    attacked,
    p99OverQuiet: round(attacked.p99Milliseconds / p99Milliseconds),
    attackerAnswers,
  };
}

/**
 * Another account: schedules at an even rate, whatever the answers do. Times are from when a request was due.
 */
async function measureStranger(url: string, seconds: number) {
  const traffic = startTraffic(url, [{ key: keys.stranger, perSecond, message: { cascadeId: 2002 } }]);
  await setTimeout(seconds * 1_000);
  const { answers } = await traffic.stop();
  return {
    requests: answers.length,
    ...latency(answers.map(({ sinceDue }) => sinceDue)),
    refused: countBy(answers.flatMap(({ status }) => (status === 200 ? [] : String(status)))),
  };
}
