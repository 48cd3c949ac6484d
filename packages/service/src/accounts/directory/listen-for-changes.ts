import { setTimeout } from 'node:timers/promises';
import { Client, escapeIdentifier, type Pool } from 'pg';
import { describeError, type Log } from '../../log.ts';
import { changeChannel } from '../announce-change.ts';

/** A connection that hears of changes, and comes back when it breaks. */
export interface Listener {
  close(): Promise<void>;
}

export interface ListenerOptions {
  /** Says where to connect; none of its connections is used. */
  readonly pool: Pool;
  readonly onChange: () => void;
  readonly log: Log;
}

const pauseInMilliseconds = 1_000;

/**
 * Calls `onChange` at each announced change, and whenever the connection is made: something may have been announced
 * while nobody listened.
 */
export function listenForChanges({ pool, onChange, log }: ListenerOptions): Listener {
  const closing = new AbortController();

  async function listen(): Promise<void> {
    const client = new Client(pool.options);
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('error', (error) =>
      log.warn({ error: describeError(error) }, 'the connection that hears of new accounts broke'),
    );
    client.on('notification', onChange);
    const end = () => void client.end().catch(() => {});
    closing.signal.addEventListener('abort', end, { once: true });
    try {
      await client.connect();
      await client.query(`listen ${escapeIdentifier(changeChannel)}`);
      onChange();
      await ended;
    } finally {
      closing.signal.removeEventListener('abort', end);
      await client.end();
    }
  }

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      await listen().catch((error: unknown) => {
        if (!closing.signal.aborted) log.warn({ error: describeError(error) }, 'cannot hear of new accounts');
      });
      await setTimeout(pauseInMilliseconds, undefined, { signal: closing.signal, ref: false }).catch(
        () => {},
      );
    }
  }

  const listening = keepListening();
  return {
    close() {
      closing.abort();
      return listening;
    },
  };
}
