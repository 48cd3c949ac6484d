import { callbackProblem } from './callback-responses.ts';

/** A value of `process.env`; undefined and empty ones are rejected when the handler is created. */
export type FromEnvironment = string | undefined;

/** One token, or a list of them: two during a rotation. */
export type Token = FromEnvironment | readonly FromEnvironment[];

/**
 * How a callback shows who sent it: by its signature, by a token, by both, or not at all.
 * With `secrets` and `token`, each callback needs both: the second never weakens the first (ADR-0017).
 */
export type SenderOptions =
  | {
      readonly secrets?: readonly [];
      readonly token?: never;
      /** Accepts callbacks without signature and token, which any client can forge. */
      readonly allowUnsigned: true;
    }
  | {
      readonly secrets?: never;
      /**
       * The token of a sender that does not sign: what it sends after `Authorization: Token`, in visible
       * ASCII. Compared in constant time; the case of the scheme name does not matter (RFC 9110 §11.1). A
       * token proves the sender only: unlike a signature, it neither covers the body nor expires.
       */
      readonly token: Token;
      readonly allowUnsigned?: false;
    }
  | {
      /** Secrets of signed callbacks (Standard Webhooks 1.0.0): `whsec_…`; two during a rotation. */
      readonly secrets: readonly FromEnvironment[];
      readonly token?: Token;
      readonly allowUnsigned?: false;
    };

interface SenderChecks {
  /** Needs only the headers, so it runs before the body is read. No token is valid if the list is empty. */
  readonly checkToken?: TokenCheck | undefined;
  readonly verify?: Verifier | undefined;
}

/**
 * Makes the checks that the options ask for.
 * @throws {TypeError} if there is none without `allowUnsigned`, or one beside it; also for a secret or token
 * that is undefined, empty or invalid: the message has its place, never its value.
 */
export function createSenderChecks(
  options: SenderOptions,
  clock: { readonly toleranceInSeconds: number; readonly now: () => Date },
): SenderChecks {
  const secrets = entriesOf(options, 'secrets', secretBytes);
  const tokens = entriesOf(options, 'token', checkedToken);
  const { allowUnsigned } = options;
  const checkToken = tokens && createTokenCheck(tokens);
  const verify = secrets && createVerifier({ secrets, ...clock });
  if (!secrets?.length && !tokens?.length) {
    if (allowUnsigned) return {};
    throw new TypeError(
      'Without secrets or token any client can forge a callback. To accept that, set allowUnsigned: true.',
    );
  }
  if (allowUnsigned) throw new TypeError('Give secrets or allowUnsigned, token or allowUnsigned, not both.');
  return { checkToken, verify };
}

/**
 * The entries of an option; undefined if it is absent. Present but undefined is an unset environment
 * variable.
 */
function entriesOf<Entry>(
  options: SenderOptions,
  name: 'secrets' | 'token',
  parse: (entry: string, place: string) => Entry,
): Entry[] | undefined {
  if (!(name in options)) return undefined;
  const value = options[name];
  return [value].flat().map((entry: FromEnvironment, index) => {
    const place = Array.isArray(value) ? `${name}[${index}]` : name;
    if (entry?.trim()) return parse(entry, place);
    throw new TypeError(
      `${place} is ${entry === undefined ? entry : 'empty'}: is its environment variable set?`,
    );
  });
}

interface VerifierOptions {
  /**
   * The key bytes of each secret. To read `Uint8Array<ArrayBuffer>`, a compiler has to be TypeScript 5.7 or
   * newer.
   */
  readonly secrets: readonly ArrayBuffer[];
  readonly toleranceInSeconds: number;
  readonly now: () => Date;
}

/** Returns nothing for a recent callback of the sender, otherwise a 401 with the reason. */
type Verifier = (headers: Headers, body: ArrayBuffer) => Promise<Response | undefined>;

/** A sender signs once per valid secret. The limit keeps a crafted header from costing CPU time. */
const signaturesTried = 8;

/**
 * Verifies by Standard Webhooks 1.0.0 (ADR-0017): in constant time, with any of the secrets, over the bytes.
 */
function createVerifier({ secrets, toleranceInSeconds, now }: VerifierOptions): Verifier {
  let keys: Promise<Awaited<ReturnType<typeof hmacKey>>[]> | undefined;
  return async (headers, body) => {
    const id = headers.get('webhook-id');
    const timestamp = headers.get('webhook-timestamp');
    const signatures = headers.get('webhook-signature');
    if (!id || !timestamp || !signatures)
      return callbackProblem(
        401,
        'callback-not-signed',
        'webhook-id, webhook-timestamp and webhook-signature are needed.',
      );
    const fault = timestampFault(timestamp, now(), toleranceInSeconds);
    if (fault !== undefined) return callbackProblem(401, 'callback-timestamp-not-valid', fault);
    // Not before the first callback: some platforms have no Web Crypto outside of a request.
    keys ??= Promise.all(secrets.map((secret) => hmacKey(secret, 'verify')));
    const content = await signedContent({ id, timestamp, body });
    if (await oneFits(signaturesIn(signatures), await keys, content)) return undefined;
    return callbackProblem(401, 'callback-signature-not-valid', 'No v1 signature fits: compare the secrets.');
  };
}

function timestampFault(timestamp: string, now: Date, tolerance: number): string | undefined {
  if (!/^\d{1,12}$/.test(timestamp)) return 'webhook-timestamp is not a number of seconds.';
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp);
  if (Math.abs(age) <= tolerance) return undefined;
  const off = `${Math.abs(age)} seconds ${age > 0 ? 'old' : 'ahead'}`;
  return `webhook-timestamp is ${off}; ${tolerance} are tolerated. Compare the clocks.`;
}

/** The signatures of version 1 in the header; those that are not base64 fit no key. */
function signaturesIn(header: string) {
  return header
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .slice(0, signaturesTried)
    .map((signature) => fromBase64(signature.slice(3)))
    .filter((signature) => signature !== undefined);
}

/** Returns nothing for a callback with a valid token, otherwise a 401 with the reason. */
type TokenCheck = (headers: Headers) => Promise<Response | undefined>;

const encoder = new TextEncoder();

/**
 * Checks `Authorization: Token …` against any of the tokens. The scheme name is case-insensitive and followed
 * by one or more blanks (RFC 9110 §11.4). Two such headers never match: Fetch joins them into one value.
 */
function createTokenCheck(tokens: readonly string[]): TokenCheck {
  return async (headers) => {
    const token = /^token +(.+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';
    // Compares codes under a random key, all of one length, so that the time says nothing about a token.
    const key = await hmacKey(crypto.getRandomValues(new Uint8Array(32)).buffer, 'sign', 'verify');
    const codes = await Promise.all(
      tokens.map((each) => crypto.subtle.sign('HMAC', key, encoder.encode(each))),
    );
    if (await oneFits(codes, [key], encoder.encode(token))) return undefined;
    const detail = 'Authorization: Token and a valid token are needed.';
    return callbackProblem(401, 'callback-token-not-valid', detail, { 'www-authenticate': 'Token' });
  };
}

/**
 * Returns the token unchanged.
 * @throws {TypeError} if no header can carry it; the message does not contain it.
 */
function checkedToken(token: string, place: string): string {
  if (/^[!-~]+$/.test(token)) return token;
  throw new TypeError(`${place} is not visible ASCII without spaces.`);
}

/** The signed parts of a callback attempt (Standard Webhooks 1.0.0, ADR-0017). */
interface Signed {
  readonly id: string;
  /** Seconds since 1970, as the header has them. */
  readonly timestamp: string;
  readonly body: ArrayBuffer | string;
}

/** The bytes that a signature covers: id, timestamp and body, joined by full stops. */
export function signedContent({ id, timestamp, body }: Signed): Promise<ArrayBuffer> {
  return new Blob([`${id}.${timestamp}.`, body]).arrayBuffer();
}

/**
 * The key bytes of a `whsec_…` secret, 24 or more (ADR-0057); the prefix is optional.
 * @throws {TypeError} if the secret is invalid; the message has its `place`, and does not contain it.
 */
export function secretBytes(secret: string, place = 'The secret'): ArrayBuffer {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (bytes === undefined || bytes.length < 24)
    throw new TypeError(`${place} is not whsec_ and base64 of 24 bytes.`);
  return bytes.buffer;
}

/** Named by the global `crypto`: the declaration needs the types of Node as little as those of a browser. */
type Key = ReturnType<typeof crypto.subtle.importKey>;

/** A key of Web Crypto for HMAC-SHA256. */
export function hmacKey(bytes: ArrayBuffer, ...usages: ('sign' | 'verify')[]): Key {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, usages);
}

/** Whether one of the codes is that of the content under one of the keys. */
async function oneFits(
  codes: readonly (ArrayBuffer | Uint8Array<ArrayBuffer>)[],
  keys: readonly Awaited<ReturnType<typeof hmacKey>>[],
  content: ArrayBuffer | Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const code of codes) {
    for (const key of keys) {
      // Web Crypto compares in constant time, which JavaScript cannot guarantee.
      if (await crypto.subtle.verify('HMAC', key, code, content)) return true;
    }
  }
  return false;
}

/** Returns nothing for text that is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
