/** Why a key cannot be made, changed or removed, and what can be done about it. */
export class KeyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'KeyError';
  }
}
