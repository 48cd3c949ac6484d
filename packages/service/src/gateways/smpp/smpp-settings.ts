/** An SMSC, and how to connect and submit to it. */
export interface SmppSettings {
  readonly host: string;
  readonly port: number;
  readonly systemId: string;
  readonly password: string;
  readonly systemType?: string;
  /** TLS from the first byte; the certificate of the SMSC must be valid for its name. Plain TCP if absent. */
  readonly tls?: boolean;
  /** A PEM file of trusted certificates, instead of those built into Node. */
  readonly ca?: string;
  /** The name in the certificate, if it differs from `host`. */
  readonly servername?: string;
  /** The most submits without a response; 10 if absent. */
  readonly window?: number;
  /** The most submits per second; no limit if absent. */
  readonly messagesPerSecond?: number;
  /** How a text that is too long for one SMS is submitted; `payload` if absent. */
  readonly longTexts?: 'payload' | 'parts';
  /** How the SMSC writes its ids, if responses and receipts differ. Compared as they are if absent. */
  readonly messageIds?: MessageIdForms;
  /**
   * Time-out for connecting, for a turn in the window, and for each response; 20 if absent. After it, submits wait for a
   * late response; after twice as long the gateway binds again.
   */
  readonly timeoutSeconds?: number;
  /** The interval between enquire_links; 30 if absent. */
  readonly enquireSeconds?: number;
  /** The first pause before reconnecting; it doubles with every failure, up to a minute. 1 if absent. */
  readonly reconnectSeconds?: number;
  /** Undelivered reasons (§7.4) by the `err` code of receipts; others are `message-undeliverable`. */
  readonly reasons?: ErrorReasons;
}

/** Where to connect to an SMSC, and whether by TLS. */
export type SmppAddress = Pick<SmppSettings, 'host' | 'port' | 'tls' | 'ca' | 'servername'>;

/** Undelivered reasons by `err` code. Every operator has its own codes. */
export type ErrorReasons = Readonly<Record<string, string>>;

export type IdForm = 'decimal' | 'hex';

/** The form of an id in the submit_sm_resp and in receipts; leading zeros and capitals do not matter. */
export interface MessageIdForms {
  readonly response: IdForm;
  readonly receipt: IdForm;
}
