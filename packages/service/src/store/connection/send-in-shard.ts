import type { InShard } from '../shard.ts';

/** A method of the driver's client. */
export type Send = (...args: readonly unknown[]) => unknown;

/** Rewrites each statement for its shard: a text, or an object that has the text. */
export function sendInShard(send: Send, inShard: InShard | undefined): Send {
  if (inShard === undefined) return send;
  return (statement, ...rest) => {
    if (typeof statement === 'string') return send(inShard(statement), ...rest);
    if (hasText(statement)) return send({ ...statement, text: inShard(statement.text) }, ...rest);
    return send(statement, ...rest);
  };
}

function hasText(statement: unknown): statement is { readonly text: string } {
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return false;
  return 'text' in statement && typeof statement.text === 'string';
}
