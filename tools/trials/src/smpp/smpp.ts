import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { scenario, seed, some, text } from '@cascade/bench/harness/scenario';
import { parse } from 'yaml';
import { judge, throughRestarts, window } from './judge.ts';
import { type Need, type PeerProgram, preparePrograms, programNames, type Transport } from './programs.ts';
import { sendThroughRestarts } from './restarts.ts';
import {
  type AcceptedMessage,
  type GatewayMembers,
  type SmppMessage,
  type SmscWorld,
  startSmscWorld,
} from './world.ts';

const secondsToEnd = 90;

export default scenario({
  says: 'The service against SMSCs that others wrote, built on jSMPP, Cloudhopper, Jasmin and gosmpp: texts, receipts, throttling, lost connections, TLS, and 1,000 texts of all lengths and alphabets through kills of the SMSC. Needs mvn, javac, go, python3 and openssl, and skips an SMSC that it cannot make. Writes results/smpp.json. Ends with 1 if a scenario fails.',
  minutes: 5,
  options: {
    smscs: some('built on', programNames),
    settings: text('only settings whose name has this word', ''),
    seed: seed('of the 1,000 texts'),
  },
  examples: { '': 'as in the result file', '--smscs gosmpp --settings TLS --seed 7': 'few, and repeatable' },
  async run({ values, say, each, report }) {
    say(`seed ${values.seed}`);
    const chosen = settings.filter(({ name }) => name.includes(values.settings));
    const named = Object.fromEntries(chosen.map((setting) => [setting.name, setting]));
    const peers = [];
    const { programs, absent } = await preparePrograms(values.smscs, say);
    for (const program of programs) {
      say(program.name);
      const found = await each(named, async (bed, setting) => {
        const world = await startSmscWorld(bed, program, setting);
        const scenarios: Awaited<ReturnType<typeof judged>>[] = [];
        const skipped = [];
        for (const one of setting.scenarios) {
          const why = lackOf(program, one);
          if (why !== undefined) skipped.push({ scenario: one.name, why });
          else scenarios.push(await judged(one, world, values.seed));
        }
        return { setting: setting.name, scenarios, ...(skipped.length > 0 && { skipped }) };
      });
      peers.push({ smsc: program.name, settings: Object.values(found) });
    }
    const rows = peers.flatMap((peer) => peer.settings.flatMap(({ scenarios }) => scenarios));
    report({
      says: 'the service with embedded PostgreSQL and a callback receiver against SMSCs built on libraries of others, which decode what arrives; duplicates are submits that the SMSC accepted beyond those needed, finals what the callbacks reported; 1,000 texts: their lengths and alphabets are from the seed, the process of the SMSC is killed and started again three times under way, twice with a full window that it has accepted and not answered, and it unbinds once; afterKill counts, for each kill, the submits that it had accepted and that came again, owed the receipts that it sent after its start; skipped has what the library of an SMSC cannot do, absent the SMSCs that could not be made',
      seed: values.seed,
      throughRestarts: throughRestarts(rows),
      scenarios: rows.length,
      passed: rows.filter(({ passes }) => passes).length,
      absent,
      peers,
    });
    return rows.every(({ passes }) => passes);
  },
});

/** Why an SMSC cannot run a scenario; undefined if it can. */
function lackOf({ lacks }: PeerProgram, { needs }: Scenario): string | undefined {
  return needs === undefined ? undefined : lacks[needs];
}

async function judged(scenario: Scenario, world: SmscWorld, seed: number) {
  const { name, send = 5, do: step, plan = {}, final = 'DELIVERED', mostDuplicates = 0 } = scenario;
  const { peer } = world;
  const before = { refused: peer.count('refused'), restarts: peer.restarts.length };
  const sent = await (step === undefined
    ? world.send(messagesOf(send, plan))
    : stepOf(step)(world, plan, seed));
  const finals = await Promise.all(sent.map((one) => world.finalOf(one, secondsToEnd)));
  return {
    scenario: name,
    ...judge(
      { final, mostDuplicates, isRejected: scenario.isRejected ?? false },
      {
        sent,
        finals,
        submits: peer.submits,
        restartsBefore: before.restarts,
        owed: peer.restarts.slice(before.restarts),
      },
    ),
    /** How many submits the SMSC refused. */
    refused: peer.count('refused') - before.refused,
  };
}

type Plan = NonNullable<SmppMessage['plan']>;

/** Messages under a fault or a dialect of the SMSC, as settings.yaml has them. */
interface Scenario {
  readonly name: string;
  /** What not every SMSC can do. */
  readonly needs?: Need;
  /** How many messages, or which; 5 if absent. */
  readonly send?: number | 'texts' | readonly Text[];
  /** One of {@link steps}, instead of sending them alone. */
  readonly do?: string;
  readonly plan?: Plan;
  /** DELIVERED if absent. */
  readonly final?: string;
  /** The SMSC accepts no message. */
  readonly isRejected?: boolean;
  /** The most submits beyond those needed; 0 if absent. */
  readonly mostDuplicates?: number;
}

type Text =
  | string
  | { readonly of: string; readonly times: number; readonly cut: readonly number[]; readonly then?: string };

interface Settings {
  readonly texts: readonly Text[];
  /** Each with a service and settings of its own. */
  readonly settings: readonly {
    readonly name: string;
    readonly transport: Transport;
    readonly members: GatewayMembers;
    readonly scenarios: readonly Scenario[];
  }[];
}

const { texts: allTexts, settings }: Settings = parse(
  readFileSync(new URL('settings.yaml', import.meta.url), 'utf8'),
  { merge: true },
);

function stepOf(name: string): Step {
  const step = steps[name];
  if (step === undefined) throw new Error(`expected ${Object.keys(steps).join(', ')}; found ${name}`);
  return step;
}

function messagesOf(send: NonNullable<Scenario['send']>, plan: Plan = {}): readonly SmppMessage[] {
  if (typeof send === 'number')
    return Array.from({ length: send }, (_, at) => ({ text: `Code ${4821 + at}`, plan }));
  const texts = send === 'texts' ? allTexts : send;
  return texts.flatMap(textsOf).map((text) => ({ text, plan }));
}

function textsOf(text: Text): readonly string[] {
  if (typeof text === 'string') return [text];
  return text.cut.map((length) => text.of.repeat(text.times).slice(0, length) + (text.then ?? ''));
}

type Step = (world: SmscWorld, plan: Plan, seed: number) => Promise<readonly AcceptedMessage[]>;

const steps: Readonly<Record<string, Step>> = {
  async cut({ peer, send }, plan) {
    const before = peer.submits.length;
    const held = await send(messagesOf(window, { ...plan, holds: 1 }));
    await peer.until(() => peer.submits.length - before >= window || undefined, 30);
    const waiting = await send(messagesOf(20, plan));
    peer.tell('cut');
    return [...held, ...waiting];
  },
  async silence({ peer, send }) {
    peer.freeze(true);
    const sent = await send(messagesOf(5));
    await setTimeout(6_000);
    peer.freeze(false);
    return sent;
  },
  async unbind({ peer, send }, plan) {
    const before = peer.count('bind');
    peer.tell('unbind');
    await peer.until(() => peer.count('bind') > before || undefined, 30);
    return send(messagesOf(5, plan));
  },
  async 'refuse binds'({ peer, send }) {
    const before = peer.count('bind-refused');
    peer.tell('binds\trefuse');
    peer.tell('cut');
    const sent = await send(messagesOf(5));
    await peer.until(() => peer.count('bind-refused') >= before + 2 || undefined, 30);
    peer.tell('binds\taccept');
    return sent;
  },
  restarts: (world, _, seed) => sendThroughRestarts(world, seed),
  async 'wrong password'({ peer }) {
    await peer.until(() => peer.count('bind-refused') >= 2 || undefined, 30);
    if (peer.count('bind') > 0) throw new Error('it bound');
    return [];
  },
};
