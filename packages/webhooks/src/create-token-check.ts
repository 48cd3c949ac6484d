import { problem } from './problem.ts';
import { hmacKey, oneFits } from './signature.ts';

/** Returns nothing for a callback with a valid token, otherwise a 401 with the reason. */
export type TokenCheck = (headers: Headers) => Promise<Response | undefined>;

const encoder = new TextEncoder();

/**
 * Checks `Authorization: Token …` against any of the tokens. The scheme name is case-insensitive and followed
 * by one or more blanks (RFC 9110 §11.4). Two such headers never match: Fetch joins them into one value.
 */
export function createTokenCheck(tokens: readonly string[]): TokenCheck {
  return async (headers) => {
    const token = /^token +(.+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';
    // Compares codes under a random key, all of one length, so that the time says nothing about a token.
    const key = await hmacKey(crypto.getRandomValues(new Uint8Array(32)), 'sign', 'verify');
    const codes = await Promise.all(
      tokens.map((each) => crypto.subtle.sign('HMAC', key, encoder.encode(each))),
    );
    if (await oneFits(codes, [key], encoder.encode(token))) return undefined;
    const detail = 'Authorization: Token and a valid token are needed.';
    return problem(401, 'callback-token-not-valid', detail, { 'www-authenticate': 'Token' });
  };
}

/**
 * Returns the token unchanged.
 * @throws {TypeError} if no header can carry it; the message does not contain it.
 */
export function checkedToken(token: string, place: string): string {
  if (/^[!-~]+$/.test(token)) return token;
  throw new TypeError(`${place} is not visible ASCII without blanks.`);
}
