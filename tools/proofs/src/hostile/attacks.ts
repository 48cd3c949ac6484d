import { readFileSync } from 'node:fs';
import { edited } from '@cascade/contract';
import { parse } from 'yaml';

/** Choices that depend on the seed alone. */
type Dice = ReturnType<typeof createDice>;

/** @param random From 0 to 1. */
export function createDice(random: () => number) {
  /** From 0 to `most`, both included. */
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => upTo(255)));
  return {
    random,
    upTo,
    bytes,
    pick<One>(from: readonly One[]) {
      if (from.length === 0) throw new Error('nothing to pick from');
      return from[upTo(from.length - 1)] as One;
    },
    uuid() {
      const hex = bytes(16).toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}

/** One hostile request, or several on one connection. */
export interface Shot {
  readonly where: 'api' | 'operations';
  /** Bytes to send, and pauses in milliseconds between them. */
  readonly pieces: readonly (Buffer | number)[];
  /** How many answers must come; 0 if the server may also close the connection without one. */
  readonly answers: number;
  /** How many requests these are. */
  readonly requests: number;
  /** After the last piece: half-closes, or breaks the connection off. */
  readonly end?: 'half-close' | 'reset';
  /** The number of connections that send it at once; 1 if absent. */
  readonly copies?: number;
  /** The answers are to HEAD, and have no bodies. */
  readonly withoutBodies?: boolean;
  /** Whether a 200 is right; if absent, it is for operations that were called correctly. */
  readonly mayBe200: boolean;
}

/** What hostile requests are made of. */
export interface Material {
  readonly dice: Dice;
  readonly attacker: string;
  /** The key of another account, to be used in wrong places only. */
  readonly secrets: readonly string[];
  /** A request id and a message id of another account. */
  readonly foreign: { readonly requestId: string; readonly messageId: number; readonly cascadeId: number };
  /** The address of a server on loopback that nothing may call. */
  readonly canaryPort: number;
}

/** A request to schedule a message, unless its parts say something else. */
interface RequestParts {
  readonly key?: string;
  readonly method?: string;
  readonly target?: string;
  /** Lines beside the usual ones. */
  readonly lines?: readonly string[];
  /** Names of usual lines to leave out. */
  readonly without?: readonly string[];
  /** An object is sent as JSON. */
  readonly body?: string | Buffer | object;
  readonly close?: boolean;
}

/** A shot of one request on a connection of its own, which gets one answer, unless it says something else. */
type Attack = (dice: Dice, material: Material) => RequestParts & Partial<Shot>;

const paths = {
  schedule: '/api/cascade/schedule',
  list: '/api/cascade/get-all',
  history: '/api/messages/history',
  callback: '/api/callback/set',
} as const;

/** A secret text, address or key: the log must not contain it. */
export const marks = { text: 'SECRET-TEXT', address: '+12025557777', key: 'hostile-key' } as const;

/** A valid message. */
function message(dice: Dice, requestId = dice.uuid()) {
  return {
    requestId,
    cascadeId: 1,
    subscriberFilter: { address: marks.address, type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: `${marks.text} ${requestId}` } },
  };
}

function requestBytes(attacker: string, parts: RequestParts = {}): Buffer {
  const { key = attacker, method = 'POST', target = paths.schedule, body = '' } = parts;
  const { lines = [], without = [], close = true } = parts;
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = Buffer.from(isText ? body : JSON.stringify(body));
  const usual: Readonly<Record<string, string>> = {
    host: 'Host: provider',
    key: `x-api-key: ${key}`,
    type: 'Content-Type: application/json',
    length: `Content-Length: ${bytes.length}`,
    ...(close && { connection: 'Connection: close' }),
  };
  const kept = Object.entries(usual).flatMap(([name, line]) => (without.includes(name) ? [] : [line]));
  const head = `${[`${method} ${target} HTTP/1.1`, ...kept, ...lines].join('\r\n')}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

/** The lists of attacks.yaml. */
const lists: Readonly<Record<string, readonly unknown[]>> = expand(
  parse(readFileSync(new URL('attacks.yaml', import.meta.url), 'utf8')),
) as Record<string, unknown[]>;

function expand(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expand);
  if (typeof value !== 'object' || value === null) return value;
  if (!('times' in value && 'of' in value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, expand(member)]));
  const { before = '', times, of, after = '' } = value as Record<string, string> & { times: number };
  if (!Array.isArray(of)) return before + `${of}`.repeat(times) + after;
  return Array.from({ length: times }, (_, at) => String(of[0]).replace('$', String(at)));
}

const from = (dice: Dice, list: string) => dice.pick(lists[list] ?? []);
const textFrom = (dice: Dice, list: string) => String(from(dice, list));

/** Replaces, removes or adds a member somewhere. */
function mutate(value: unknown, dice: Dice): unknown {
  if (typeof value !== 'object' || value === null || dice.random() < 0.25) return from(dice, 'values');
  const entries = Object.entries(value);
  const at = dice.upTo(entries.length);
  if (at === entries.length)
    return { ...value, [JSON.stringify(from(dice, 'values'))]: from(dice, 'values') };
  return Object.fromEntries(
    entries.flatMap(([name, member], index) => {
      if (index !== at) return [[name, member]];
      const kind = dice.random();
      if (kind < 0.15) return [];
      return kind < 0.25 ? [[`${name}x`, member]] : [[name, mutate(member, dice)]];
    }),
  );
}

/** Attacks by what the body says. */
const bodies: Readonly<Record<string, Attack>> = {
  'wrong types': (dice) => {
    const target = dice.pick([paths.schedule, paths.schedule, paths.callback, paths.list, paths.history]);
    // An added member, or a changed text, is still a message.
    return { target, body: JSON.stringify(mutate(message(dice), dice)), mayBe200: target !== paths.callback };
  },
  depth(dice) {
    const depth = 1 + dice.upTo(dice.pick([5, 200, 20_000, 500_000]));
    const brackets = ['[ ]', '{"a": }', '[{"content": }]'].map((pair) => pair.split(' '));
    const [open = '', close = ''] = dice.pick(brackets);
    const inner = dice.pick(['', '1', '"x"', 'null']) || (open === '[' ? '' : '1');
    const closed = close.repeat(dice.random() < 0.8 ? depth : 0);
    const nested = (open.repeat(depth) + inner + closed).slice(0, 1_040_000);
    const isMember = dice.random() < 0.3;
    return { body: isMember ? `{"content":${nested},"requestId":"${dice.uuid()}"}` : nested };
  },
  sizes(dice) {
    const size = dice.pick([1_000, 100_000, 1_000_000, 1_048_576, 1_100_000, 3_000_000]);
    const text = dice.pick(['x', 'é', '🎉', '\\u0041', ' ']).repeat(size / 4);
    const body = edited(JSON.stringify(message(dice)), marks.text, marks.text + text);
    return { body, mayBe200: true };
  },
  'many members': (dice) => {
    const length = dice.pick([10, 1_000, 9_999, 10_001, 70_000]);
    const member = (_: unknown, at: number) => `"${dice.pick(['m', 'requestI', '__proto__'])}${at}":0`;
    return { body: `{${Array.from({ length }, member).join()}}` };
  },
  'huge numbers': (dice) => {
    const number = textFrom(dice, 'numbers');
    const target = dice.pick([paths.schedule, paths.history, paths.list, paths.callback]);
    const wrong = { cascadeId: '#', offset: '#', limit: '#', subjectId: '#' };
    const body = JSON.stringify({ ...message(dice), ...wrong }).replaceAll('"#"', number);
    // These are integers (JSON Schema), and may be in the range of their members.
    return { target, body, mayBe200: ['-0', '1.0', '1e2'].includes(number) };
  },
  encodings(dice) {
    const text = JSON.stringify(message(dice));
    const body = dice.pick([
      Buffer.from(text, 'utf16le'),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
      Buffer.from(edited(text, marks.text, `${marks.text}\xe9\xff`), 'latin1'),
      Buffer.concat([Buffer.from(text), dice.bytes(8)]),
      edited(text, marks.text, '\\ud800'),
      edited(text, marks.text, '\\u0000'),
      edited(text, '"requestId"', '"requestId\\u0000"'),
      text + text,
      `${text},`,
      edited(text, '{', `{"requestId":"${dice.uuid()}",`),
    ]);
    return { body, mayBe200: true };
  },
  'not JSON': (dice) => ({ body: dice.bytes(dice.upTo(2_000)) }),
  unicode(dice) {
    const odd = textFrom(dice, 'unicode');
    const base = message(dice);
    const members: Readonly<Record<string, object>> = {
      text: { content: { smsContent: { contentType: 'TEXT', text: `${marks.text}${odd}` } } },
      address: { subscriberFilter: { address: odd, type: 'PHONE' } },
      type: { subscriberFilter: { address: marks.address, type: odd } },
      requestId: { requestId: odd },
      comment: { comment: odd },
    };
    return { body: { ...base, ...members[dice.pick(Object.keys(members))] }, mayBe200: true };
  },
  lists(dice) {
    const body = dice.pick([
      {},
      { limit: from(dice, 'limits'), offset: from(dice, 'offsets') },
      { dateFrom: from(dice, 'dates') },
      { channelTypes: from(dice, 'channels') },
      { messageId: from(dice, 'messageIds') },
      { subscriberFilter: { address: from(dice, 'addresses'), type: 'PHONE' } },
      { sort: from(dice, 'sorts'), direction: from(dice, 'directions') },
    ]);
    return { target: dice.pick([paths.list, paths.history]), body, mayBe200: true };
  },
};

const tricks = (port: number): readonly string[] => [
  `http://127.0.0.1:${port}/`,
  ...(lists.loopback ?? []).map((host) => `https://${host}:${port}/`),
  `https://127.0.0.1:${port}#@example.com/`,
  `https://127.0.0.1:${port}\\@example.com/`,
  ...(lists.urls ?? []).map(String),
];

/** Attacks on other accounts and on what the service calls. */
const accounts: Readonly<Record<string, Attack>> = {
  'callback URLs': (dice, { canaryPort }) => {
    const statusCallbackUrl = dice.pick(tricks(canaryPort));
    const more = dice.pick([{}, { subjectId: dice.pick([0, -1, 2147483648, '1']) }]);
    return { target: paths.callback, body: { statusCallbackUrl, ...more } };
  },
  'duplicates at once': (dice) => ({ body: message(dice), mayBe200: true, copies: 50 }),
  "other accounts' ids": (dice, { foreign }) => {
    if (dice.random() < 0.3) return { body: { ...message(dice), cascadeId: foreign.cascadeId } };
    const body = dice.pick([{ requestId: foreign.requestId }, { messageId: foreign.messageId }]);
    return { target: paths.history, body, mayBe200: true };
  },
  keys(dice, { attacker, secrets: [other = ''] }) {
    const names = { $KEY: attacker.toUpperCase(), $key: attacker, $other: other };
    const key = Object.entries(names).reduce(
      (text, [name, value]) => text.replace(name, value),
      textFrom(dice, 'keys'),
    );
    // Blanks around a header's value do not belong to it.
    return { key, body: message(dice), mayBe200: key.trim() === attacker };
  },
};

/** Attacks by the protocol around the body. */
const protocol: Readonly<Record<string, Attack>> = {
  methods(dice) {
    const { methods = [], oddMethods = [] } = lists;
    const method = String(dice.pick([...methods, ...oddMethods]));
    const target = dice.pick(Object.values(paths));
    const body = method === 'TRACE' || dice.random() < 0.5 ? '' : message(dice);
    const answers = methods.includes(method) ? 1 : 0;
    return { method, target, body, answers, withoutBodies: method === 'HEAD' };
  },
  CONNECT: () => ({ method: 'CONNECT', target: '127.0.0.1:22', answers: 0 }),
  // A target may be an odd spelling of the right one.
  targets: (dice) => ({ target: textFrom(dice, 'targets'), body: message(dice), mayBe200: true }),
  headers(dice) {
    const without = dice.random() < 0.5 ? [] : [dice.pick(['host', 'key', 'type', 'length'])];
    const lines = from(dice, 'lines') as readonly string[];
    // Without a length there is no body; with two, the server may close.
    return { lines, without, body: message(dice), mayBe200: true, answers: 0, end: 'half-close' };
  },
  chunks(dice, { attacker }) {
    const head = requestBytes(attacker, { lines: ['Transfer-Encoding: chunked'], without: ['length'] });
    return { pieces: [head, Buffer.from(textFrom(dice, 'chunks'))], answers: 0, end: 'half-close' };
  },
  pipelining(dice, { attacker }) {
    const requests = 2 + dice.upTo(18);
    const all = Array.from({ length: requests }, (_, at) => {
      const body = dice.random() < 0.5 ? message(dice) : '{"requestId":5}';
      return requestBytes(attacker, { body, close: at === requests - 1 });
    });
    return { pieces: [Buffer.concat(all)], answers: requests, requests, mayBe200: true };
  },
  'slow bodies': (dice, { attacker }) => {
    const bytes = requestBytes(attacker, { body: message(dice) });
    const cuts = Array.from({ length: 1 + dice.upTo(6) }, () => dice.upTo(bytes.length));
    cuts.sort((a, b) => a - b);
    const pieces = [0, ...cuts].flatMap((cut, at) => [
      bytes.subarray(cut, cuts[at] ?? bytes.length),
      dice.upTo(250),
    ]);
    if (dice.random() < 0.6) return { pieces, mayBe200: true };
    const end = dice.pick(['reset', 'half-close'] as const);
    return { pieces: pieces.slice(0, -2), answers: 0, end, mayBe200: true };
  },
  'half-close': (dice) => ({ body: message(dice), end: 'half-close', mayBe200: true }),
  'broken off': (dice, { attacker }) => {
    const bytes = requestBytes(attacker, { body: message(dice) });
    const pieces = [bytes.subarray(0, dice.upTo(bytes.length))];
    return { pieces, answers: 0, end: 'reset', mayBe200: true };
  },
  'raw bytes': (dice) => {
    const isRandom = dice.random() < 0.5;
    const bytes = isRandom
      ? dice.bytes(1 + dice.upTo(3_000))
      : Buffer.from(textFrom(dice, 'bytes'), 'latin1');
    return { pieces: [bytes], answers: 0, end: 'half-close' };
  },
  operations(dice) {
    const target = textFrom(dice, 'operations');
    const method = dice.pick(['GET', 'POST', 'PUT', 'DELETE']);
    const body = dice.pick(['', '{}', '[', 'x'.repeat(2_000_000), JSON.stringify(message(dice))]);
    return { where: 'operations', method, target, body, mayBe200: true, answers: body.length > 1e6 ? 0 : 1 };
  },
};

const attacks: Readonly<Record<string, Attack>> = { ...bodies, ...accounts, ...protocol };

/** Fifty requests each: else they would be two thirds of all. */
const rare: Readonly<Record<string, number>> = { 'duplicates at once': 0.12 };

/**
 * The next shot of a kind that the dice choose: it depends on the seed alone, whatever became of the ones
 * before.
 */
export function nextShot(material: Material): { readonly kind: string; readonly shot: Shot } {
  const { dice } = material;
  const kinds = Object.keys(attacks);
  let kind = dice.pick(kinds);
  while (dice.random() >= (rare[kind] ?? 1)) kind = dice.pick(kinds);
  const made = attacks[kind]?.(dice, material) ?? {};
  const pieces = made.pieces ?? [requestBytes(material.attacker, made)];
  return { kind, shot: { where: 'api', answers: 1, requests: 1, mayBe200: false, ...made, pieces } };
}
