import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parse } from 'yaml';
import { countBy } from '../harness/callers.ts';
import { scenario } from '../harness/scenario.ts';
import { sum } from '../harness/statistics.ts';
import { preparePrograms } from './smpp/peer.ts';
import {
  type AcceptedMessage,
  type GatewayMembers,
  judgeSubmits,
  type SmppMessage,
  startWorld,
  type World,
} from './smpp/world.ts';

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
  const { name, send = 5, do: step, plan = {}, final = 'DELIVERED', mostDuplicates = 0 } = scenario;
  const refusedBefore = world.peer.count('refused');
  const sent = await (step === undefined ? world.send(messagesOf(send, plan)) : stepOf(step)(world, plan));
  const finals = await Promise.all(sent.map((one) => world.finalOf(one, secondsToEnd)));
  const arrived = sent.map((one) => judgeSubmits(one, world.peer.submits));
  const rejected = sent.filter(({ number }) => world.peer.submits.every(({ to }) => to !== number)).length;
  const intact = arrived.filter(({ isIntact }) => isIntact).length;
  const duplicates = sum(arrived.map((one) => one.duplicates));
  return {
    scenario: name,
    messages: sent.length,
    /** Messages of which the SMSC's library decoded the text that was sent. */
    intact,
    /** Accepted submits beyond those needed. */
    duplicates,
    mostDuplicates,
    /** How many submits the SMSC refused. */
    refused: world.peer.count('refused') - refusedBefore,
    finals: countBy(finals),
    passes:
      finals.every((one) => one === final) &&
      intact === sent.length - (scenario.isRejected ? rejected : 0) &&
      duplicates <= mostDuplicates,
  };
}

type Plan = NonNullable<SmppMessage['plan']>;

/** Messages under a fault or a dialect of the SMSC, as settings.yaml has them. */
interface Scenario {
  readonly name: string;
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
    readonly transport: 'tcp' | 'tls';
    readonly members: GatewayMembers;
    readonly scenarios: readonly Scenario[];
  }[];
}

const { texts: allTexts, settings }: Settings = parse(
  readFileSync(new URL('smpp/settings.yaml', import.meta.url), 'utf8'),
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

/** The window of the gateway: what a lost connection can double. */
const window = 10;

type Step = (world: World, plan: Plan) => Promise<readonly AcceptedMessage[]>;

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
  async 'wrong password'({ peer }) {
    await peer.until(() => peer.count('bind-refused') >= 2 || undefined, 30);
    if (peer.count('bind') > 0) throw new Error('it bound');
    return [];
  },
};
