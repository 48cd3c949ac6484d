import { setTimeout as pause } from 'node:timers/promises';
import { describeError, type Log } from '../../log.ts';
import { SmppError, statusName } from './result-of.ts';
import {
  type ConnectOptions,
  connectSmpp,
  type SmppConnection,
  type SmppSettings,
  waitFor,
} from './smpp-connection.ts';

export interface BindingOptions extends Pick<ConnectOptions, 'onDeliver'> {
  /** The name of the gateway in the log. */
  readonly name: string;
  readonly settings: SmppSettings;
  readonly log: Log;
  onUp(connection: SmppConnection): void;
  onDown(why: string): void;
}

/** Keeps one transceiver bound until it is stopped, with a growing pause after each failure. */
export function keepBound({ name, settings, log, onUp, onDown, onDeliver }: BindingOptions) {
  const { timeoutSeconds: seconds = 20, enquireSeconds = 30, reconnectSeconds = 1 } = settings;
  const stopping = new AbortController();
  const { signal } = stopping;
  let bound: SmppConnection | undefined;

  /** From the bind to the loss of the connection. */
  async function serve(): Promise<void> {
    const connection = await bind(settings, { seconds, signal, onDeliver });
    bound = connection;
    log.info({ gateway: name }, 'the SMSC has bound us');
    const timer = setInterval(() => enquire(connection, seconds), enquireSeconds * 1000);
    onUp(connection);
    await connection.closed;
    clearInterval(timer);
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
    /** Unbinds, and binds again. */
    async renew(): Promise<void> {
      if (bound !== undefined) await unbind(bound, seconds);
    },
    /** Unbinds, and resolves when the connection is closed. */
    async stop(): Promise<void> {
      stopping.abort();
      if (bound !== undefined) await unbind(bound, seconds);
      await running;
    },
  };
}

/** SMPP 3.4. */
const interfaceVersion = 0x34;

/**
 * Connects and binds as a transceiver. @throws {SmppError} if the SMSC refuses, or does not answer in time.
 */
async function bind(
  settings: SmppSettings,
  options: Omit<ConnectOptions, 'address'>,
): Promise<SmppConnection> {
  const { systemId: system_id, password, systemType: system_type = '' } = settings;
  const { seconds, signal } = options;
  const connection = await connectSmpp({ ...options, address: settings });
  try {
    const fields = { system_id, password, system_type, interface_version: interfaceVersion };
    const response = connection.request('bind_transceiver', fields);
    const what = 'response to bind_transceiver';
    const { command_status: status } = await waitFor(response, { what, seconds, signal });
    if (status !== 0) throw new SmppError(`the SMSC refused to bind us: ${statusName(status)}`);
    signal.throwIfAborted();
    return connection;
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

/** The longest wait for the response to an unbind: a stop is not to wait for an SMSC that is silent. */
const unbindSeconds = 5;

/** Unbinds and closes the connection, even if the SMSC does not answer. */
async function unbind(connection: SmppConnection, seconds: number): Promise<void> {
  const what = 'response to unbind';
  const wait = { what, seconds: Math.min(seconds, unbindSeconds) };
  await waitFor(connection.request('unbind'), wait).catch(() => {});
  connection.destroy();
  await connection.closed;
}

/** Closes the connection if the SMSC does not answer. */
function enquire(connection: SmppConnection, seconds: number): void {
  const what = 'response to enquire_link';
  waitFor(connection.request('enquire_link'), { what, seconds }).catch(() => connection.destroy());
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
