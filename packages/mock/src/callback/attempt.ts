import type { SignatureHeaders } from './sign.ts';

const timeoutInMilliseconds = 15_000; // ADR-0018

/** One callback attempt: resolves to the receiver's status, or to why there was no answer. Never rejects. */
export async function attempt(
  url: string,
  signature: SignatureHeaders,
  body: string,
  stopped: AbortSignal,
): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(timeoutInMilliseconds)]),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    return `no answer: ${explain(error)}`;
  }
}

/** The system's error code. Not the message of `fetch`, which may contain the URL. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}
