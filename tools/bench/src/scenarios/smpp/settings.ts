import { setTimeout } from 'node:timers/promises';
import type { GatewayMembers, Message, Sent, World } from './world.ts';

const gsm =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Texts at the limits of one SMS and of its parts, and in the alphabets of the world. */
const texts: readonly string[] = [
  'Code 4821',
  '@ at both ends @',
  ...[160, 161, 306, 307, 459, 460].map((length) => 'cascade '.repeat(60).slice(0, length)),
  // Every character of GSM 03.38, and its extension.
  gsm,
  '^{}\\[~]|€',
  // An extended character takes two septets: at the end of one SMS, and of the first and second part.
  ...[158, 159, 151, 152, 304, 305].map((at) => `${'x'.repeat(at)}€${'y'.repeat(20)}`),
  `${'x'.repeat(158)}€`,
  ...[70, 71, 134, 135].map((length) => 'жизнь '.repeat(30).slice(0, length)),
  // A pair of surrogates at the end of one SMS, and of the first and second part.
  ...[68, 69, 65, 66, 132, 133].map((at) => `${'ж'.repeat(at)}👋${'я'.repeat(20)}`),
  '👨‍👩‍👧‍👦'.repeat(20),
  'Latin-1: ÀÂãçêîïôõúûýþÿ ×÷ ½ ©®',
  'Ελληνικά, ΕΛΛΗΝΙΚΑ',
  'العربية من اليمين إلى اليسار',
  '漢字かな交じり文 한국어',
  'e\u0301 is not é',
];

/** Messages under a fault or a dialect of the SMSC. */
export interface Scenario {
  readonly name: string;
  readonly final: string;
  /** The SMSC accepts no message. */
  readonly isRejected?: boolean;
  /** The most submits beyond those needed; 0 if absent. */
  readonly mostDuplicates?: number;
  run(world: World): Promise<readonly Sent[]>;
}

/** Scenarios that share a service and its settings. */
export interface Setting {
  readonly name: string;
  readonly transport: 'tcp' | 'tls';
  readonly members: GatewayMembers;
  readonly scenarios: readonly Scenario[];
}

/** The window of the gateway: what a lost connection can double. */
const window = 10;
const throttled = 0x58;
const queueFull = 0x14;

const few = (plan: Message['plan'] = {}, count = 5): readonly Message[] =>
  Array.from({ length: count }, (_, at) => ({ text: `Code ${4821 + at}`, plan }));

const plain = (name: string, messages: readonly Message[], final = 'DELIVERED'): Scenario => ({
  name,
  final,
  run: (world) => world.send(messages),
});

const ofTexts = (messages = texts.map((text) => ({ text }))) =>
  plain('texts at the limits of their parts and in eight alphabets', messages);

const cut = (ids: Message['plan'] = {}): Scenario => ({
  name: 'connection lost with a full window: accepted, not answered',
  final: 'DELIVERED',
  mostDuplicates: window,
  async run(world) {
    const before = world.peer.submits.length;
    const held = await world.send(few({ ...ids, holds: 1 }, window));
    await world.peer.until(() => world.peer.submits.length - before >= window || undefined, 30);
    const waiting = await world.send(few(ids, 20));
    world.peer.tell('cut');
    return [...held, ...waiting];
  },
});

const silence: Scenario = {
  name: 'the SMSC falls silent, its connection stays open',
  final: 'DELIVERED',
  mostDuplicates: 5,
  async run(world) {
    world.peer.freeze(true);
    const sent = await world.send(few());
    await setTimeout(6_000);
    world.peer.freeze(false);
    return sent;
  },
};

const unbinds = (ids: Message['plan'] = {}): Scenario => ({
  name: 'the SMSC unbinds',
  final: 'DELIVERED',
  async run(world) {
    const before = world.peer.count('bind');
    world.peer.tell('unbind');
    await world.peer.until(() => world.peer.count('bind') > before || undefined, 30);
    return world.send(few(ids));
  },
});

const refusesBinds: Scenario = {
  name: 'the SMSC refuses to bind for a while',
  final: 'DELIVERED',
  async run(world) {
    const before = world.peer.count('bind-refused');
    world.peer.tell('binds\trefuse');
    world.peer.tell('cut');
    const sent = await world.send(few());
    await world.peer.until(() => world.peer.count('bind-refused') >= before + 2 || undefined, 30);
    world.peer.tell('binds\taccept');
    return sent;
  },
};

const wrongPassword: Scenario = {
  name: 'wrong password: nothing is sent',
  final: 'none',
  async run(world) {
    await world.peer.until(() => world.peer.count('bind-refused') >= 2 || undefined, 30);
    if (world.peer.count('bind') > 0) throw new Error('it bound');
    return [];
  },
};

const dialects: readonly Scenario[] = [
  plain('receipts as the library writes them', few()),
  plain('receipts before the response', few({ carrier: 'early' })),
  plain('receipts with seconds, and states in lower case', few({ carrier: 'seconds' })),
  plain('receipts of optional parameters only', few({ carrier: 'tlv' })),
  plain('receipts of failure', few({ state: 'UNDELIV' }), 'UNDELIVERED spam-rate-limit-hit'),
  plain(
    'receipts of expiry, in lower case',
    few({ state: 'EXPIRED', carrier: 'seconds' }),
    'UNDELIVERED spam-rate-limit-hit',
  ),
];

const reasons = { '069': 'spam-rate-limit-hit' };

export const settings: readonly Setting[] = [
  {
    name: 'long texts in message_payload, TCP',
    transport: 'tcp',
    members: { window, reasons },
    scenarios: [
      ofTexts(),
      ...dialects,
      plain('200 messages at once', few({}, 200)),
      plain('RTHROTTLED, three times each', few({ refusals: 3, status: throttled })),
      plain('RMSGQFUL, twice each', few({ refusals: 2, status: queueFull })),
      {
        ...plain('RINVDSTADR', few({ refusals: 1, status: 0x0b }), 'UNDELIVERED error-address-format'),
        isRejected: true,
      },
      cut(),
      unbinds(),
      refusesBinds,
      silence,
    ],
  },
  {
    name: 'long texts in parts, TLS; ids in hexadecimal, in receipts decimal with leading zeros',
    transport: 'tls',
    members: { window, reasons, longTexts: 'parts', messageIds: { response: 'hex', receipt: 'decimal' } },
    scenarios: [
      ofTexts(texts.map((text) => ({ text, plan: { responseId: 'hex', receiptId: 'padded' } }))),
      plain('RTHROTTLED between two parts', [
        {
          text: 'cascade '.repeat(50),
          plan: { responseId: 'hex', receiptId: 'dec', accepts: 1, refusals: 2, status: throttled },
        },
      ]),
      cut({ responseId: 'hex', receiptId: 'padded' }),
    ],
  },
  {
    name: 'ids decimal, in receipts hexadecimal in capitals, TLS',
    transport: 'tls',
    members: { window, messageIds: { response: 'decimal', receipt: 'hex' } },
    scenarios: [
      plain('receipts as the library writes them', few({ receiptId: 'HEX' })),
      unbinds({ receiptId: 'HEX' }),
    ],
  },
  {
    name: 'wrong password',
    transport: 'tcp',
    members: { password: 'wrong' },
    scenarios: [wrongPassword],
  },
];
