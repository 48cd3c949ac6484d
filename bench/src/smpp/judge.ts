import type { PeerSubmit } from './peer.ts';
import type { Sent } from './world.ts';

/** What arrived of one message. */
export interface Arrived {
  /** Every part arrived, and each copy joined is the text that was sent. */
  readonly isIntact: boolean;
  /** Accepted submits beyond those that the text needs. */
  readonly duplicates: number;
}

/** Compares a message with the accepted submits to its number. */
export function judge({ number, text }: Sent, submits: readonly PeerSubmit[]): Arrived {
  const own = submits.filter(({ to }) => to === number);
  const parts = own[0]?.parts ?? 1;
  const copiesOf = Array.from({ length: parts }, (_, at) => own.filter(({ part }) => part === at + 1));
  const texts = copiesOf.map((copies) => new Set(copies.map((copy) => copy.text)));
  const isIntact =
    texts.every(({ size }) => size === 1) &&
    texts.flatMap((one) => [...one]).join('') === text &&
    own.every(({ from }) => from === 'codes');
  return { isIntact, duplicates: Math.max(0, own.length - parts) };
}
