import { setTimeout } from 'node:timers/promises';
import { describeError, type Log } from '../../log.ts';
import { createIdleWatch } from './idle-watch.ts';
import { SmppError, statusName } from './result-of.ts';
import {
  type ConnectOptions,
  connectSmpp,
  type Pdu,
  type SmppConnection,
  type SmppSettings,
  waitFor,
} from './smpp-connection.ts';
import type { WarnOnce } from './warn-once.ts';

/** What a session is for: texts, receipts, or both (SMPP 3.4, §2.2). */
export type SessionKind = 'transceiver' | 'transmitter' | 'receiver';

/** What came of a try to bind: `refused` if the SMSC does not accept who we are. */
export type BindOutcome = 'bound' | 'refused' | 'failed';

export interface BindingOptions extends Pick<ConnectOptions, 'onDeliver'> {
  /** The name of the gateway in the log. */
  readonly name: string;
  readonly settings: SmppSettings;
  readonly as: SessionKind;
  readonly log: Log;
  readonly warnOnce: WarnOnce;
  /** Called after each try to bind. */
  readonly onBind?: ((outcome: BindOutcome) => void) | undefined;
  onUp(connection: SmppConnection): void;
  /** It takes nothing new. What is outstanding may still be answered. */
  onDown(connection: SmppConnection | undefined, why: string): void;
}

/** How to pause, in milliseconds. */
interface Waiting {
  pause(milliseconds: number, signal: AbortSignal): Promise<unknown>;
}

const lostConnection = 'the connection to the SMSC was lost';

const untilLater: Waiting = {
  pause: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
};

/**
 * A session that is kept bound until it is stopped, with a pause after each failure that grows with the
 * absence.
 */
export class Binding {
  readonly #options: BindingOptions;
  readonly #waiting: Waiting;
  readonly #timeoutSeconds: number;
  readonly #enquireSeconds: number;
  readonly #notes: ReturnType<typeof createNotes>;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #bound: SmppConnection | undefined;

  constructor(options: BindingOptions, waiting: Waiting = untilLater) {
    const { timeoutSeconds = 20, enquireSeconds = 30 } = options.settings;
    this.#options = options;
    this.#waiting = waiting;
    this.#timeoutSeconds = timeoutSeconds;
    this.#enquireSeconds = enquireSeconds;
    this.#notes = createNotes(options.warnOnce, enquireSeconds);
    this.#running = this.#run();
  }

  /** Closes the connection if the SMSC answers nothing at all; then it is bound again. */
  check(connection: SmppConnection): void {
    enquire(connection, this.#timeoutSeconds);
  }

  /** Unbinds, and resolves when the connection is closed. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#bound !== undefined) await unbind(this.#bound, this.#timeoutSeconds);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { name, settings, as, log } = this.#options;
    const { reconnectSeconds = 1 } = settings;
    const { signal } = this.#stopping;
    let failures = 0;
    let waited = 0;
    while (!signal.aborted) {
      const { outcome, why } = await this.#serveOnce();
      failures = outcome === 'bound' ? 0 : failures + 1;
      if (outcome === 'bound') waited = 0;
      if (signal.aborted) return;
      log.warn({ gateway: name, as, failures, why }, 'the SMSC is away and is tried again');
      const wanted = outcome === 'refused' ? reconnectSeconds * 2 ** failures : waited * shareOfWait;
      const next = Math.min(Math.max(reconnectSeconds, wanted), mostSeconds[outcome]);
      waited += next;
      await this.#waiting.pause(spread(next), signal).catch(() => {});
    }
  }

  /** Resolves to how it went and why it ended. */
  async #serveOnce() {
    const { onBind, onDown } = this.#options;
    try {
      await this.#serve();
      return { outcome: 'bound' as const, why: lostConnection };
    } catch (error) {
      const why = describeError(error).message;
      const outcome = error instanceof BindRefusedError ? 'refused' : 'failed';
      onDown(undefined, why);
      if (!this.#stopping.signal.aborted) onBind?.(outcome);
      return { outcome, why } as const;
    }
  }

  /** From the bind to the loss of the connection. */
  async #serve(): Promise<void> {
    const { name, settings, as, log, onBind, onUp, onDown, onDeliver } = this.#options;
    const { signal } = this.#stopping;
    const seconds = this.#timeoutSeconds;
    const onUnbind = () => {
      if (this.#bound !== undefined) void this.#end(this.#bound);
    };
    const onStray = this.#notes.stray;
    const connection = await bind(settings, as, { seconds, signal, onDeliver, onUnbind, onStray });
    this.#bound = connection;
    // A stop that came right before found nothing to unbind.
    if (signal.aborted) void unbind(connection, seconds);
    log.info({ gateway: name, as }, 'the SMSC has bound us');
    onBind?.('bound');
    const timer = setInterval(() => enquire(connection, seconds), this.#enquireSeconds * 1000);
    // It may unbind us before we know that we are bound.
    if (connection.isEnding) void this.#end(connection);
    else onUp(connection);
    await connection.closed;
    clearInterval(timer);
    this.#bound = undefined;
    onDown(connection, lostConnection);
    if (!signal.aborted) this.#notes.lost(performance.now() - connection.heardAt);
  }

  /** The SMSC has unbound us: it may still respond to what is outstanding, until that times out. */
  async #end(connection: SmppConnection): Promise<void> {
    this.#options.onDown(connection, 'the SMSC has unbound us');
    await waitFor(connection.drained(), { seconds: this.#timeoutSeconds }).catch(() => {});
    connection.destroy();
  }
}

/** Warns of what an SMSC does otherwise than SMPP has it. */
function createNotes(warnOnce: WarnOnce, enquireSeconds: number) {
  const idle = createIdleWatch(enquireSeconds);
  return {
    /** A second response to a request says nothing of the SMSC. */
    stray({ command, command_status: status }: Pdu, request: string | undefined): void {
      if (request !== undefined)
        warnOnce(
          'stray',
          { command, request },
          'the SMSC answers a request with the response of another command',
        );
      if (command !== 'generic_nack') return;
      const message = 'the SMSC has not understood one of our PDUs, and does not say which: ask its operator';
      warnOnce('stray generic_nack', { status: statusName(status) }, message);
    },
    /** The connection was lost, after that silence. */
    lost(silentMs: number): void {
      const idleSeconds = idle(silentMs);
      if (idleSeconds === undefined) return;
      const message = 'the SMSC closes connections that are idle: set enquireSeconds to less than that';
      warnOnce('idle', { idleSeconds }, message);
    },
  };
}

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
  const { interfaceVersion: interface_version = 0x34 } = settings;
  const { seconds, signal } = options;
  const connection = await connectSmpp({ ...options, address: settings });
  try {
    const fields = { system_id, password, system_type, interface_version };
    const command = `bind_${as}`;
    const response = connection.request(command, fields);
    const what = `response to ${command}`;
    const { command: answer, command_status: status } = await waitFor(response, { what, seconds, signal });
    if (status !== 0 || answer !== `${command}_resp`) throw refusedBind(status, as);
    signal.throwIfAborted();
    return connection;
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

/** ESME_RINVCMDID, and ESME_RINVBNDSTS, of an SMSC that has no transceivers. */
const unknownBinds: ReadonlySet<number> = new Set([0x03, 0x04]);

function refusedBind(status: number, as: SessionKind): SmppError {
  const hint = as === 'transceiver' && unknownBinds.has(status) ? ' (see the setting bind)' : '';
  const says = `the SMSC refused to bind us as ${as}: ${statusName(status)}${hint}`;
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

/**
 * Of the wait so far: what waits for an SMSC is sent at the latest when its absence is a fifth longer. An
 * SMSC that refuses who we are is asked ever less, because some block an account after a few refusals.
 */
const shareOfWait = 0.2;
/** The longest pause; other SMPP clients wait for ten seconds each time. */
const mostSeconds: Readonly<Record<BindOutcome, number>> = { bound: 10, failed: 10, refused: 60 };

/** In milliseconds. Up to a quarter is subtracted at random, so that replicas do not reconnect at once. */
function spread(seconds: number): number {
  return seconds * 1_000 * (1 - Math.random() / 4);
}
