import { readText, repositoryRoot } from '@cascade/contract';
import type { CallbackMessage } from './callback-message.ts';

/** A program that verifies a callback. */
export interface Verification {
  readonly label: string;
  readonly language: string;
  readonly text: string;
  /** The file of this repository that it is; absent: it is made here. */
  readonly file?: string;
}

const files = [
  { label: 'TypeScript', language: 'ts', file: 'examples/receive-hono/server.ts' },
  { label: 'Python', language: 'python', file: 'examples/python/callbacks.py' },
  { label: 'Go', language: 'go', file: 'examples/go/callback.go' },
  { label: 'Java', language: 'java', file: 'examples/java/Callbacks.java' },
  { label: 'PHP', language: 'php', file: 'examples/php/callback.php' },
] as const;

/** By hand with the values of a message, then the real files of the examples, whose tests run every test vector. */
export function verifications(message: CallbackMessage): readonly Verification[] {
  const programs = files.map((one) => ({ ...one, text: readText(repositoryRoot, one.file).trimEnd() }));
  return [{ label: 'Shell', language: 'sh', text: byHand(message) }, ...programs];
}

/** The signature with openssl: what it prints is `webhook-signature`. */
export function byHand({ headers, body, secret }: CallbackMessage): string {
  return `SECRET=${secret}
ID=${headers['webhook-id']}
TIMESTAMP=${headers['webhook-timestamp']}
BODY='${body.replaceAll("'", `'\\''`)}'

KEY=$(printf %s "\${SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
printf %s "$ID.$TIMESTAMP.$BODY" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64 | sed 's/^/v1,/'`;
}
