import { checkedToken, createTokenCheck, type TokenCheck } from './create-token-check.ts';
import { createVerifier, type Verifier } from './create-verifier.ts';
import { secretBytes } from './signature.ts';

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
      /** Secrets of signed callbacks (Standard Webhooks 1.0.0): `whsec_…`; two during a rotation. */
      readonly secrets: readonly FromEnvironment[];
      readonly token?: Token;
      readonly allowUnsigned?: false;
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
      readonly secrets?: readonly [];
      readonly token?: never;
      /** Accepts callbacks without signature and token, which any client can forge. */
      readonly allowUnsigned: true;
    };

export interface SenderChecks {
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

/** The entries of an option; undefined if it is absent. Present but undefined is an unset environment variable. */
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
