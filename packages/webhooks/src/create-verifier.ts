import { problem } from './problem.ts';
import { fromBase64, hmacKey, oneFits, signedContent } from './signature.ts';

export interface VerifierOptions {
  /** The key bytes of each secret. To read `Uint8Array<ArrayBuffer>`, a compiler has to be TypeScript 5.7 or newer. */
  readonly secrets: readonly ArrayBuffer[];
  readonly toleranceInSeconds: number;
  readonly now: () => Date;
}

/** Returns nothing for a recent callback of the sender, otherwise a 401 with the reason. */
export type Verifier = (headers: Headers, body: ArrayBuffer) => Promise<Response | undefined>;

/** A sender signs once per valid secret. The limit keeps a crafted header from costing CPU time. */
const signaturesTried = 8;

/** Verifies by Standard Webhooks 1.0.0 (ADR-0017): in constant time, with any of the secrets, over the bytes. */
export function createVerifier({ secrets, toleranceInSeconds, now }: VerifierOptions): Verifier {
  let keys: Promise<Awaited<ReturnType<typeof hmacKey>>[]> | undefined;
  return async (headers, body) => {
    const id = headers.get('webhook-id');
    const timestamp = headers.get('webhook-timestamp');
    const signatures = headers.get('webhook-signature');
    if (!id || !timestamp || !signatures)
      return problem(
        401,
        'callback-not-signed',
        'webhook-id, webhook-timestamp and webhook-signature are needed.',
      );
    const fault = timestampFault(timestamp, now(), toleranceInSeconds);
    if (fault !== undefined) return problem(401, 'callback-timestamp-not-valid', fault);
    // Not before the first callback: some platforms have no Web Crypto outside of a request.
    keys ??= Promise.all(secrets.map((secret) => hmacKey(secret, 'verify')));
    const content = await signedContent({ id, timestamp, body });
    if (await oneFits(signaturesIn(signatures), await keys, content)) return undefined;
    return problem(
      401,
      'callback-signature-not-valid',
      'No v1 signature fits the body: compare the secrets.',
    );
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
