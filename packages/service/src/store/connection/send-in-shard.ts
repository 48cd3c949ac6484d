import type { InShard } from '../shard.ts';

/** A method of the driver's client. */
export type Send = (...args: readonly unknown[]) => unknown;

/** Rewrites each statement for its shard: a text, or an object that has the text. */
export function sendInShard(send: Send, inShard: InShard | undefined): Send {
  if (inShard === undefined) return send;
  return (statement, ...rest) => {
    const text = textOf(statement);
    if (text === undefined) return send(statement, ...rest);
    return send(
      typeof statement === 'string' ? inShard(text) : { ...Object(statement), text: inShard(text) },
      ...rest,
    );
  };
}

/** The text of a statement; undefined for what a library sends in its own way. */
export function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return undefined;
  return 'text' in statement && typeof statement.text === 'string' ? statement.text : undefined;
}
