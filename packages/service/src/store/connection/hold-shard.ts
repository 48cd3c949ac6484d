import { type InShard, type ShardOnNode, schemaOf } from '../shard.ts';

/**
 * Calls the function that Citus' own statements rely on, too: until the transaction ends, the shard cannot leave the node.
 * It raises `read_only_sql_transaction` if the shard has left it before, so that the connections are led to its new node.
 */
export function holdSql({ shard, placement }: ShardOnNode): string {
  return `select ${schemaOf(shard)}.hold_shard(${placement})`;
}

/**
 * Runs the hold first in each transaction, without waiting for its answer, and every other statement in a
 * transaction of its own: the tables of a shard that has left are still there for a while, and what is written to them is
 * lost.
 */
export function sendHolding(send: Send, hold: string | undefined): Send {
  if (hold === undefined) return send;
  let isOpen = false;

  function begin(args: readonly unknown[]): Promise<unknown> {
    const begun = promised(send(...args));
    const held = promised(send(hold));
    return both(begun, held);
  }

  async function alone(args: readonly unknown[]): Promise<unknown> {
    const held = begin(['begin']);
    const result = promised(send(...args));
    const ended = promised(send('commit'));
    ended.catch(() => {});
    result.catch(() => {});
    await held;
    const found = await result;
    await ended;
    return found;
  }

  return (...args) => {
    const verb = verbOf(args[0]);
    if (verb === 'begin') isOpen = true;
    if (verb === 'commit' || verb === 'rollback') isOpen = false;
    if (verb === 'begin') return answer(args, begin);
    return verb === 'work' && !isOpen ? answer(args, alone) : send(...args);
  };
}

type Verb = 'begin' | 'commit' | 'rollback' | 'work' | 'other';

function verbOf(statement: unknown): Verb {
  const [verb = ''] = /[a-z]+/i.exec(textOf(statement)?.replaceAll(/^ *--.*$/gm, '') ?? '') ?? [];
  const found = verb.toLowerCase();
  if (found === 'begin' || found === 'commit' || found === 'rollback') return found;
  return ['select', 'insert', 'update', 'delete', 'with'].includes(found) ? 'work' : 'other';
}

/** Callers pass a callback last, or get a promise. */
function answer(args: readonly unknown[], run: (args: readonly unknown[]) => Promise<unknown>): unknown {
  const callback = args.at(-1);
  if (typeof callback !== 'function') return run(args);
  run(args.slice(0, -1)).then(
    (result) => callback(undefined, result),
    (error: unknown) => callback(error),
  );
  return undefined;
}

/** The driver returns a promise where no callback is passed. */
function promised(result: unknown): Promise<unknown> {
  return Promise.resolve(result);
}

/** What the first brings, once neither has failed. */
async function both(first: Promise<unknown>, second: Promise<unknown>): Promise<unknown> {
  second.catch(() => {});
  const result = await first;
  await second;
  return result;
}

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
function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return undefined;
  return 'text' in statement && typeof statement.text === 'string' ? statement.text : undefined;
}
