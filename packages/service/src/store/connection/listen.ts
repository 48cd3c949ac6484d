import { setTimeout } from 'node:timers/promises';
import { escapeIdentifier, type Pool } from 'pg';
import { describeError, type Log } from '../../log.ts';
import { connectionLike } from '../create-pool.ts';

/** A connection that listens, and connects again after a failure. */
export interface Listener {
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Supplies the settings; its connections are not used. */
  readonly pool: Pool;
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  /** Called after each connect: what was notified before is lost. */
  readonly onConnected: () => void;
  readonly log: Log;
}

/**
 * Milliseconds. A connection that listens is quiet by nature: without a question it would not be known to be
 * dead.
 */
const pauses = { reconnect: 1_000, heartbeat: 3_000 } as const;

/** Listens on a channel until it is closed. */
export function listenOn({ pool, channel, onNotification, onConnected, log }: ListenOptions): Listener {
  const closing = new AbortController();
  const { signal } = closing;
  let hasFailed = false;

  async function listen(): Promise<void> {
    const client = connectionLike(pool);
    const ended = new AbortController();
    client.on('error', (error) => ended.abort(error));
    client.once('end', () => ended.abort(new Error('Connection terminated unexpectedly')));
    client.on('notification', ({ payload = '' }) => onNotification(payload));
    const end = () => client.destroy(new Error('Connection terminated: closing'));
    signal.addEventListener('abort', end, { once: true });
    try {
      await client.connect();
      await client.query(`listen ${escapeIdentifier(channel)}`);
      hasFailed = false;
      onConnected();
      for (;;) {
        await setTimeout(pauses.heartbeat, undefined, { signal: ended.signal, ref: false }).catch(() => {});
        ended.signal.throwIfAborted();
        await client.query('select');
      }
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  }

  async function keepListening(): Promise<void> {
    while (!signal.aborted) {
      await listen().catch((error: unknown) => {
        if (!signal.aborted && !hasFailed)
          log.warn(
            { channel, error: describeError(error) },
            'cannot listen for notifications; asking instead',
          );
        hasFailed = true;
      });
      await setTimeout(pauses.reconnect, undefined, { signal, ref: false }).catch(() => {});
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
