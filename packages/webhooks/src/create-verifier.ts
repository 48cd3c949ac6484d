import { problem } from './problem.ts';
import { fromBase64, hmacKey, type Signed, secretBytes, signedContent } from './signature.ts';

export interface VerifierOptions {
  readonly secrets: readonly string[];
  readonly toleranceInSeconds: number;
  readonly now: () => Date;
}

/** Returns nothing for a recent callback of the sender, otherwise a 401 with the reason. */
export type Verifier = (headers: Headers, body: Uint8Array) => Promise<Response | undefined>;

/** A sender signs once per valid secret. The limit keeps a crafted header from costing CPU time. */
const signaturesTried = 8;

/**
 * Verifies by Standard Webhooks 1.0.0 (ADR-0017): in constant time, with any of the secrets, over the bytes.
 * @throws {TypeError} if a secret is invalid.
 */
export function createVerifier({ secrets, toleranceInSeconds, now }: VerifierOptions): Verifier {
  const bytes = secrets.map(secretBytes);
  // Not before the first callback: some platforms forbid asynchronous work while a module loads.
  let keys: ReturnType<typeof importKeys> | undefined;
  const importKeys = () => Promise.all(bytes.map((each) => hmacKey(each, 'verify')));

  return async (headers, body) => {
    const id = headers.get('webhook-id');
    const timestamp = headers.get('webhook-timestamp');
    const signatures = headers.get('webhook-signature');
    if (!id || !timestamp || !signatures)
      return refusal(
        'callback-not-signed',
        'webhook-id, webhook-timestamp and webhook-signature are needed, and not all of them are there.',
      );
    const fault = timestampFault(timestamp, now(), toleranceInSeconds);
    if (fault !== undefined) return refusal('callback-timestamp-not-valid', fault);
    keys ??= importKeys();
    if (await isSigned({ id, timestamp, body }, signatures, await keys)) return undefined;
    return refusal(
      'callback-signature-not-valid',
      'No v1 signature fits the body and a secret: compare the secrets, and hand the body over unchanged.',
    );
  };
}

function timestampFault(timestamp: string, now: Date, tolerance: number): string | undefined {
  if (!/^\d{1,12}$/.test(timestamp)) return 'webhook-timestamp is not a number of seconds.';
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp);
  if (Math.abs(age) <= tolerance) return undefined;
  const off = age > 0 ? `${age} seconds old` : `${-age} seconds ahead`;
  return `webhook-timestamp is ${off}; ${tolerance} are tolerated. Compare the clocks.`;
}

async function isSigned(
  signed: Signed,
  header: string,
  keys: readonly Awaited<ReturnType<typeof hmacKey>>[],
): Promise<boolean> {
  const content = signedContent(signed);
  const signatures = header
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .slice(0, signaturesTried)
    .map((signature) => fromBase64(signature.slice(3)));
  for (const signature of signatures) {
    if (signature === undefined) continue;
    for (const key of keys) {
      // Web Crypto compares in constant time, which JavaScript cannot guarantee.
      if (await crypto.subtle.verify('HMAC', key, signature, content)) return true;
    }
  }
  return false;
}

function refusal(title: string, detail: string): Response {
  return problem(401, title, detail);
}
