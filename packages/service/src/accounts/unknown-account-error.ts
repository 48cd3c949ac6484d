/** No account has this name. The message lists those that exist. */
export class UnknownAccountError extends Error {
  constructor(name: string, known: readonly string[]) {
    const others = known.length === 0 ? 'There are none yet.' : `There are: ${known.join(', ')}.`;
    super(`No account is called ${name}. ${others}`);
    this.name = 'UnknownAccountError';
  }
}
