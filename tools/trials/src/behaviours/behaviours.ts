import { setTimeout as pause } from 'node:timers/promises';
import type { Bed } from '@cascade/bench/harness/bed';
import { withBed } from '@cascade/bench/harness/bed';
import { whyNoKannel } from '@cascade/bench/harness/kannel';
import { flag, number, scenario, some, text } from '@cascade/bench/harness/scenario';
import { find } from '@cascade/bench/harness/waits';
import { startCascade } from './clients/cascade.ts';
import type { ClientSettings, SmppClient } from './clients/client.ts';
import { openJasmin, whyNoJasmin } from './clients/jasmin.ts';
import { startKannel } from './clients/kannel.ts';
import { judgeRow, type RowOutcome, type SentText } from './judge.ts';
import { type BehaviourRow, behaviourResults, type Outcomes, rowOf } from './results.ts';
import { ScriptedSmsc } from './scripted-smsc.ts';
import { writeSmscPage } from './smsc-page.ts';
import { type Behaviour, type ClientName, groups, clientNames as names } from './table.ts';

type Start = (bed: Bed, port: number, settings: ClientSettings) => Promise<SmppClient>;

/** The service, Kannel and Jasmin before the same SMSC, which misbehaves as real ones do. */
export default scenario({
  says: 'The service beside Kannel and Jasmin, as clients of the same scripted SMSC, which does what people report of theirs: what subscribers got, how often and how late, and what callers were told. Needs Debian’s kannel, rabbitmq-server and redis-server, and Jasmin from PyPI; skips in one line what is absent. Writes results/behaviours.json and SMSC-BEHAVIOURS.md. Ends with 1 if the service is worse than the better of the others in a row.',
  minutes: 25,
  options: {
    only: some('clients; writes nothing', names),
    rows: text('only those whose sentence matches this expression; writes nothing', ''),
    atOnce: number('rows at once', 3),
    page: flag('only writes SMSC-BEHAVIOURS.md of packages/service/operate, from the result file'),
  },
  examples: {
    '': 'as in the result file',
    '--only cascade --rows stat:': 'one client, rows of receipts with a word of their own',
  },
  async run({ bed, values, say, report }) {
    if (values.page) return writeSmscPage();
    // Each row has programs of its own, which end with this process at the latest.
    process.setMaxListeners(200);
    const clients = await presentOf(bed, values.only, say);
    const wanted = new RegExp(values.rows);
    const rows = Object.entries(groups).flatMap(([group, behaviours]) =>
      behaviours.filter(({ does }) => wanted.test(does)).map((behaviour) => ({ group, behaviour })),
    );
    const found: BehaviourRow[] = [];
    const queue = rows.entries();
    const work = async () => {
      for (const [at, { group, behaviour }] of queue) {
        const outcomes = await outcomesOf(clients, behaviour);
        found[at] = rowOf(group, behaviour, outcomes);
        say(`${behaviour.does}: ${JSON.stringify(outcomes)}`);
      }
    };
    await Promise.all(Array.from({ length: values.atOnce }, work));
    const worse = found.filter(({ isAsGood: isGood }) => isGood === false);
    for (const { does } of worse) say(`worse than another: ${does}`);
    if (values.rows === '' && values.only.length === names.length && clients.size === names.length) {
      report(behaviourResults(found));
      writeSmscPage();
    }
    return worse.length === 0;
  },
});

/** The clients that are wanted and can run here. */
async function presentOf(
  bed: Bed,
  wanted: readonly ClientName[],
  say: (line: string) => void,
): Promise<ReadonlyMap<ClientName, Start>> {
  const starts = new Map<ClientName, Start>();
  const absent = { cascade: undefined, kannel: await whyNoKannel(), jasmin: await whyNoJasmin() };
  for (const name of wanted) {
    if (absent[name] !== undefined) say(`${name} is skipped: ${absent[name]}`);
    else if (name === 'cascade') starts.set(name, startCascade);
    else if (name === 'kannel') starts.set(name, startKannel);
    else starts.set(name, await openJasmin(bed));
  }
  return starts;
}

/** All clients at once, each with an SMSC of its own. */
async function outcomesOf(clients: ReadonlyMap<ClientName, Start>, behaviour: Behaviour): Promise<Outcomes> {
  const outcomes = [...clients].map(
    async ([name, start]) => [name, await withBed((bed) => play(bed, name, start, behaviour))] as const,
  );
  return Object.fromEntries(await Promise.all(outcomes));
}

let lastNumber = 12_065_000_000;

/** Sends the texts of a row by one client, and judges what became of them. */
async function play(bed: Bed, name: ClientName, start: Start, behaviour: Behaviour): Promise<RowOutcome> {
  const { texts = { count: 5, perSecond: 5 }, text = (at) => `${at} code`, awaySeconds } = behaviour;
  const { seconds = 25, atLeast = 3 } = behaviour;
  const smsc: ScriptedSmsc = bed.closing(new ScriptedSmsc((one) => behaviour.script(one)));
  await smsc.open();
  const client = await start(bed, smsc.port, behaviour.settings?.[name] ?? {});
  await find(() => smsc.binds > 0, { seconds: 10 });
  if (awaySeconds !== undefined) {
    await smsc.shut();
    setTimeout(() => void smsc.open(smsc.port), awaySeconds * 1_000);
  }
  const sent: Omit<SentText, 'told'>[] = [];
  for (let at = 0; at < texts.count; at += 1) {
    lastNumber += 1;
    const one = { at, number: String(lastNumber), text: text(at), sentAt: performance.now() };
    sent.push(one);
    await client.send(one);
    await pause(1_000 / texts.perSecond);
  }
  const judged = () =>
    judgeRow(
      behaviour,
      sent.map((one) => ({ ...one, told: client.told(one.number) })),
      smsc,
    );
  await pause(atLeast * 1_000);
  const hasEnded = () => {
    const { missing, notTold } = judged();
    return missing + notTold === 0;
  };
  if (await find(hasEnded, { seconds: seconds - atLeast })) await pause(atLeast * 1_000);
  return judged();
}
