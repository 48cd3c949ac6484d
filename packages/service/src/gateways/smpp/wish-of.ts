import type { SubscriberText } from '@cascade/types/gateway';
import type { Wish } from '../opt-outs.ts';
import type { SmppSettings } from './smpp-connection.ts';

const usual = { stop: ['STOP'], start: ['START'] } as const;

/**
 * What a subscriber wants with a text that is one of the words, in any case and without the spaces around it
 * (ADR-0054); undefined for any other text, and for a part of one.
 */
export function wishOf(
  { text, part }: Pick<SubscriberText, 'text' | 'part'>,
  settings: NonNullable<SmppSettings['optOut']>,
): Wish | undefined {
  if (text === null || part !== undefined) return undefined;
  const { stop = usual.stop, start = usual.start } = settings;
  const isOneOf = (words: readonly string[]) => words.some((word) => plain(word) === plain(text));
  if (isOneOf(stop)) return 'opt-out';
  return isOneOf(start) ? 'opt-in' : undefined;
}

function plain(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
