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

/** What a session is for: texts, receipts, or both (SMPP 3.4, §2.2). */
export type SessionKind = 'transceiver' | 'transmitter' | 'receiver';

/** A session that is kept bound. */
export interface Binding {
  /** Closes the connection if the SMSC answers nothing at all; then it is bound again. */
  check(connection: SmppConnection): void;
  /** Unbinds, and resolves when the connection is closed. */
  stop(): Promise<void>;
}

export interface BindingOptions extends Pick<ConnectOptions, 'onDeliver'> {
  /** The name of the gateway in the log. */
  readonly name: string;
  readonly settings: SmppSettings;
  readonly as: SessionKind;
  readonly log: Log;
  onUp(connection: SmppConnection): void;
  /** It takes nothing new. What is outstanding may still be answered. */
  onDown(connection: SmppConnection | undefined, why: string): void;
}

/** Keeps one session bound until it is stopped, with a growing pause after each failure. */
export function keepBound({ name, settings, as, log, onUp, onDown, onDeliver }: BindingOptions): Binding {
  const { timeoutSeconds: seconds = 20, enquireSeconds = 30, reconnectSeconds = 1 } = settings;
  const stopping = new AbortController();
  const { signal } = stopping;
  let bound: SmppConnection | undefined;

  /** From the bind to the loss of the connection. */
  async function serve(): Promise<void> {
    const onUnbind = () => {
      if (bound !== undefined) void end(bound);
    };
    const connection = await bind(settings, as, { seconds, signal, onDeliver, onUnbind });
    bound = connection;
    // A stop that came right before found nothing to unbind.
    if (signal.aborted) void unbind(connection, seconds);
    log.info({ gateway: name, as }, 'the SMSC has bound us');
    const timer = setInterval(() => enquire(connection, seconds), enquireSeconds * 1000);
    // It may unbind us before we know that we are bound.
    if (connection.isEnding) void end(connection);
    else onUp(connection);
    await connection.closed;
    clearInterval(timer);
    bound = undefined;
    onDown(connection, 'the connection to the SMSC was lost');
  }

  /** The SMSC has unbound us: it may still respond to what is outstanding, until that times out. */
  async function end(connection: SmppConnection): Promise<void> {
    onDown(connection, 'the SMSC has unbound us');
    await waitFor(connection.drained(), { seconds }).catch(() => {});
    connection.destroy();
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      let why = 'the connection to the SMSC was lost';
      let longest = longestPauseSeconds;
      try {
        await serve();
        failures = 0;
      } catch (error) {
        failures += 1;
        why = describeError(error).message;
        if (error instanceof BindRefusedError) longest = longestPauseAfterRefusal;
        onDown(undefined, why);
      }
      if (signal.aborted) return;
      log.warn({ gateway: name, as, failures, why }, 'the SMSC is away and is tried again');
      const milliseconds = pauseMs(failures, reconnectSeconds, longest);
      await pause(milliseconds, undefined, { signal }).catch(() => {});
    }
  }

  const running = run();
  return {
    check: (connection) => enquire(connection, seconds),
    async stop(): Promise<void> {
      stopping.abort();
      if (bound !== undefined) await unbind(bound, seconds);
      await running;
    },
  };
}

/** SMPP 3.4. */
const interfaceVersion = 0x34;

/** The SMSC does not accept who we are: it is asked less often than an absent one. */
class BindRefusedError extends SmppError {}

/** ESME_RBINDFAIL, ESME_RINVPASWD, ESME_RINVSYSID: some SMSCs block an account after a few of these. */
const refusals: ReadonlySet<number> = new Set([0x0d, 0x0e, 0x0f]);

/** Connects and binds. @throws {SmppError} if the SMSC refuses, or does not answer in time. */
async function bind(
  settings: SmppSettings,
  as: SessionKind,
  options: Omit<ConnectOptions, 'address'>,
): Promise<SmppConnection> {
  const { systemId: system_id, password, systemType: system_type = '' } = settings;
  const { seconds, signal } = options;
  const connection = await connectSmpp({ ...options, address: settings });
  try {
    const fields = { system_id, password, system_type, interface_version: interfaceVersion };
    const command = `bind_${as}`;
    const response = connection.request(command, fields);
    const what = `response to ${command}`;
    const { command_status: status } = await waitFor(response, { what, seconds, signal });
    if (status !== 0) throw refusedBind(status, as);
    signal.throwIfAborted();
    return connection;
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

function refusedBind(status: number, as: SessionKind): SmppError {
  const says = `the SMSC refused to bind us as ${as}: ${statusName(status)}`;
  return refusals.has(status) ? new BindRefusedError(says) : new SmppError(says);
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

/** Closes the connection if the SMSC does not answer, unless it has sent something else meanwhile. */
function enquire(connection: SmppConnection, seconds: number): void {
  const what = 'response to enquire_link';
  const askedAt = performance.now();
  waitFor(connection.request('enquire_link'), { what, seconds }).catch(() => {
    if (connection.heardAt < askedAt) connection.destroy();
  });
}

/** As long as other SMPP clients wait: what waits for the SMSC is sent soon after it is back. */
const longestPauseSeconds = 10;
const longestPauseAfterRefusal = 60;

/**
 * Doubles after each failure. Up to a quarter is subtracted at random, so that replicas do not reconnect at
 * once.
 */
function pauseMs(failures: number, firstSeconds: number, longestSeconds: number): number {
  const seconds = Math.min(firstSeconds * 2 ** failures, longestSeconds);
  return seconds * 1000 * (1 - Math.random() / 4);
}
