/** SMPP did not work out, and nobody knows what became of what was asked: it is asked again. */
export class SmppError extends Error {
  override readonly name = 'SmppError';
}
