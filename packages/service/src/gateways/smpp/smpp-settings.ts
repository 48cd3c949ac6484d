import type { ErrorReasons } from './parse-receipt.ts';

/** An SMSC and how to talk to it. */
export interface SmppSettings {
  readonly host: string;
  readonly port: number;
  readonly systemId: string;
  readonly password: string;
  readonly systemType?: string;
  /** TLS from the first byte on; the certificate of the SMSC has to be valid for its name. Plain TCP if absent. */
  readonly tls?: boolean;
  /** A PEM file with the certificates that are trusted instead of those that Node brings. */
  readonly ca?: string;
  /** The name that the certificate is for, if it is not that of `host`. */
  readonly servername?: string;
  /** Submits without a response yet; 10 if absent. */
  readonly window?: number;
  /** Submits in a second at most; no limit if absent. */
  readonly messagesPerSecond?: number;
  /** How a text travels that is too long for one SMS; `payload` if absent. */
  readonly longTexts?: 'payload' | 'parts';
  /** For a connection, for a turn in the window, and for each response; 20 if absent. */
  readonly timeoutSeconds?: number;
  /** How often the SMSC is asked whether it is still there; 30 if absent. */
  readonly enquireSeconds?: number;
  /** Before the first try to connect again; each further one waits twice as long, up to a minute. 1 if absent. */
  readonly reconnectSeconds?: number;
  /** Undelivered reasons (§7.4) by the `err` code of receipts; others are `message-undeliverable`. */
  readonly reasons?: ErrorReasons;
}
