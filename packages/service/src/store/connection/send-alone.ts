/** A method of the driver's client: callers pass a callback last, or get a promise. */
export type Send = (...args: readonly unknown[]) => unknown;

/** Sends each statement in a transaction of its own, in one round trip. */
export function sendAlone(send: Send, begin: string): Send {
  async function alone(args: readonly unknown[]): Promise<unknown> {
    const begun = sent(send(begin));
    const result = sent(send(...args));
    const ended = sent(send('commit'));
    await begun;
    const found = await result;
    await ended;
    return found;
  }

  return (...args) => {
    const callback = args.at(-1);
    if (typeof callback !== 'function') return alone(args);
    alone(args.slice(0, -1)).then(
      (result) => callback(undefined, result),
      (error: unknown) => callback(error),
    );
    return undefined;
  };
}

/** After a failure of the first, the others fail, too. */
function sent(result: unknown): Promise<unknown> {
  const promise = Promise.resolve(result);
  promise.catch(() => {});
  return promise;
}
