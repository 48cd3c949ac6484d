import { randomFillSync } from 'node:crypto';

/** What finds a message: its account, by which the tables may be spread over databases, and its id. */
export interface MessageKey {
  readonly accountId: number;
  readonly messageId: number;
}

/** A key for maps: two accounts may never share an entry, whatever ids a gateway names. */
export function keyText({ accountId, messageId }: MessageKey): string {
  return `${accountId} ${messageId}`;
}

/**
 * A new id of something that belongs to a message, which names the message: a UUID of version 8 (RFC 9562) with account,
 * message and 38 random bits. So a receipt or a job that has the id leads to one place without an index of all ids.
 * @throws {RangeError} if a number does not fit.
 */
export function newKeyedId({ accountId, messageId }: MessageKey): string {
  const key = hex(accountId, accountDigits) + hex(messageId, messageDigits);
  const random = randomDigits();
  const variant = ((Number.parseInt(random.slice(0, 1), 16) & 0b0011) | 0b1000).toString(16);
  return `${key.slice(0, 8)}-${key.slice(8, 12)}-8${key.slice(12, 15)}-${variant}${key.slice(15, 18)}-${key.slice(18)}${random.slice(1)}`;
}

/** The message that an id names; undefined for every other id. The message need not exist. */
export function keyOfId(id: string): MessageKey | undefined {
  const parts = pattern.exec(id);
  if (parts === null) return undefined;
  const key = parts.slice(1).join('');
  return {
    accountId: Number.parseInt(key.slice(0, accountDigits), 16),
    messageId: Number.parseInt(key.slice(accountDigits), 16),
  };
}

/** Accounts are applied again and again, and each time use up ids; messages use up 4,096 a second and replica. */
const accountDigits = 9;
const messageDigits = 12;
const pattern = /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-[89ab]([0-9a-f]{3})-([0-9a-f]{3})[0-9a-f]{9}$/;

function hex(id: number, digits: number): string {
  const text = id.toString(16).padStart(digits, '0');
  if (!Number.isSafeInteger(id) || id < 0 || text.length > digits)
    throw new RangeError(`the number ${id} does not fit into ${digits} hexadecimal digits of an id`);
  return text;
}

const random = Buffer.alloc(5 * 1024);
let used = random.length;

function randomDigits(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += 5;
  return random.toString('hex', used - 5, used);
}
