/** A key cannot be added, changed or removed. The message says why, and what to do. */
export class KeyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'KeyError';
  }
}
