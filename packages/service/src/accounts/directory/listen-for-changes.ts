import { setTimeout } from 'node:timers/promises';
import { Client, escapeIdentifier, type Pool } from 'pg';
import { describeError, type Log } from '../../log.ts';
import { changeChannel } from '../announce-change.ts';

/** A connection that listens for changes and reconnects after a failure. */
export interface Listener {
  close(): Promise<void>;
}

export interface ListenerOptions {
  /** Supplies the connection settings; its connections are not used. */
  readonly pool: Pool;
  readonly onChange: () => void;
  readonly log: Log;
}

const pauseInMilliseconds = 1_000;

/**
 * Calls `onChange` on each notification, and after each connect: notifications sent before are lost.
 */
export function listenForChanges({ pool, onChange, log }: ListenerOptions): Listener {
  const closing = new AbortController();

  async function listen(): Promise<void> {
    const client = new Client(pool.options);
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('error', (error) =>
      log.warn({ error: describeError(error) }, 'the connection that listens for account changes failed'),
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
        if (!closing.signal.aborted)
          log.warn({ error: describeError(error) }, 'cannot listen for account changes');
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
