import type { Submitted } from './smpp-wire.ts';

export type Transport = 'tcp' | 'tls';

/** Where the SMSC listens; port 0 is any free one. */
export interface SmscPlace {
  readonly port: number;
  readonly transport: Transport;
}

/** What the SMSC reports to the test that started it. */
export type SmscEvent =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'connect' }
  | { readonly kind: 'bind'; readonly systemId: string; readonly version: number }
  | { readonly kind: 'submit'; readonly submitted: Submitted }
  | { readonly kind: 'answer'; readonly status: number }
  /** The same, whole; the body in hexadecimal. */
  | { readonly kind: 'response'; readonly id: number; readonly sequence: number; readonly body: string }
  | { readonly kind: 'enquire' }
  | { readonly kind: 'unbind' };

/** What a test tells the SMSC: to let go what it holds back, to send a message of a subscriber, to say nothing more. */
export type SmscCommand =
  | 'release'
  | 'mobile-originated'
  | 'unknown-command'
  | 'strange-requests'
  | 'enquire'
  | 'mute';
