/** Choices that depend on the seed alone. */
export interface Dice {
  /** From 0 to 1. */
  random(): number;
  /** From 0 to `most`, both included. */
  upTo(most: number): number;
  pick<One>(from: readonly One[]): One;
  uuid(): string;
  bytes(count: number): Buffer;
}

/** @param random From 0 to 1. */
export function createDice(random: () => number): Dice {
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => upTo(255)));
  return {
    random,
    upTo,
    bytes,
    pick(from) {
      const one = from[upTo(from.length - 1)];
      if (one === undefined) throw new Error('nothing to pick from');
      return one;
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

export type Attack = (material: Material) => Shot;

export const paths = {
  schedule: '/api/cascade/schedule',
  list: '/api/cascade/get-all',
  history: '/api/messages/history',
  callback: '/api/callback/set',
} as const;

/** A secret text, address or key: the log must not contain it. */
export const marks = { text: 'SECRET-TEXT', address: '+12025557777', key: 'hostile-key' } as const;

/** A valid message. */
export function message(dice: Dice, requestId = dice.uuid()) {
  return {
    requestId,
    cascadeId: 1,
    subscriberFilter: { address: marks.address, type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: `${marks.text} ${requestId}` } },
  };
}

export interface RequestParts {
  readonly method?: string;
  readonly target?: string;
  /** Lines beside the usual ones. */
  readonly lines?: readonly string[];
  /** Names of usual lines to leave out. */
  readonly without?: readonly string[];
  readonly body?: string | Buffer;
  readonly close?: boolean;
}

/** A request as bytes. */
export function requestBytes(key: string, parts: RequestParts = {}): Buffer {
  const {
    method = 'POST',
    target = paths.schedule,
    lines = [],
    without = [],
    body = '',
    close = true,
  } = parts;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
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

/** One request on a connection of its own, which gets one answer. */
export function one(material: Material, parts: RequestParts, more: Partial<Shot> = {}): Shot {
  return {
    where: 'api',
    pieces: [requestBytes(material.attacker, parts)],
    answers: 1,
    requests: 1,
    mayBe200: false,
    ...more,
  };
}
