import { setTimeout as pause } from 'node:timers/promises';
import { describeError, type Log } from '../../log.ts';
import { bind, enquire, unbind } from './bind.ts';
import type { ConnectOptions, SmppConnection } from './smpp-connection.ts';
import type { SmppSettings } from './smpp-settings.ts';

export interface BindingOptions extends Pick<ConnectOptions, 'onDeliver'> {
  /** The name of the gateway in the log. */
  readonly name: string;
  readonly settings: SmppSettings;
  readonly log: Log;
  onUp(connection: SmppConnection): void;
  onDown(why: string): void;
}

/** A bound connection, which is bound again whenever it is lost. */
export interface Binding {
  /** Unbinds, and resolves when the connection is closed. */
  stop(): Promise<void>;
}

/** Keeps one transceiver bound until it is stopped, with a growing pause after each failure. */
export function keepBound({ name, settings, log, onUp, onDown, onDeliver }: BindingOptions): Binding {
  const { timeoutSeconds: seconds = 20, enquireSeconds = 30, reconnectSeconds = 1 } = settings;
  const stopping = new AbortController();
  const { signal } = stopping;
  let bound: SmppConnection | undefined;

  /** From the bind to the loss of the connection. */
  async function serve(): Promise<void> {
    const connection = await bind(settings, { seconds, signal, onDeliver });
    bound = connection;
    log.info({ gateway: name }, 'the SMSC has bound us');
    const stopEnquiring = enquire(connection, enquireSeconds, seconds);
    onUp(connection);
    await connection.closed;
    stopEnquiring();
    bound = undefined;
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      let why = 'the connection to the SMSC was lost';
      try {
        await serve();
        failures = 0;
      } catch (error) {
        failures += 1;
        why = describeError(error).message;
      }
      onDown(why);
      if (signal.aborted) return;
      log.warn({ gateway: name, failures, why }, 'the SMSC is away and is tried again');
      await pause(pauseMs(failures, reconnectSeconds), undefined, { signal }).catch(() => {});
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      if (bound !== undefined) await unbind(bound, seconds);
      await running;
    },
  };
}

const longestPauseSeconds = 60;

/**
 * Doubles after each failure. Up to a quarter is subtracted at random, so that replicas do not reconnect at
 * once.
 */
function pauseMs(failures: number, firstSeconds: number): number {
  const seconds = Math.min(firstSeconds * 2 ** failures, longestPauseSeconds);
  return seconds * 1000 * (1 - Math.random() / 4);
}
