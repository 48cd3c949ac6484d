/** An SMPP call failed and its outcome is unknown, so the attempt is retried. */
export class SmppError extends Error {
  override readonly name = 'SmppError';
}
