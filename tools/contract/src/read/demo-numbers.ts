import type { DemoNumber, DemoOutcomeEntry, ReasonEntry } from './entries.ts';

/** An entry of spec/catalogue/demo-numbers.yaml as written: has one of status, reason and reasons. */
export interface DemoNumberEntry {
  readonly number: string;
  readonly status?: string;
  readonly reason?: string;
  readonly reasons?: Readonly<Record<string, string>>;
  readonly how?: string;
  readonly failures?: number | 'always';
  readonly receipts?: DemoNumber['receipts'];
}

const channels: readonly string[] = ['SMS', 'CHATONE', 'CHATTWO'];

/** The entry with its outcome on each channel (§7.4: a reason is reported on its own channels only). */
export function readDemoNumber(entry: DemoNumberEntry, reasons: readonly ReasonEntry[]): DemoNumber {
  const { number, how, failures = 0, receipts = [] } = entry;
  const outcomes = channels.map((channel) => [channel, outcomeOn(channel, entry, reasons)] as const);
  return {
    number,
    outcomes: Object.fromEntries(outcomes),
    ...(how === undefined ? {} : { how }),
    failures,
    receipts,
  };
}

function outcomeOn(
  channel: string,
  { status = 'DELIVERED', reason, reasons: byChannel }: DemoNumberEntry,
  reasons: readonly ReasonEntry[],
): DemoOutcomeEntry {
  const found = byChannel?.[channel] ?? (isReasonOn(channel, reason, reasons) ? reason : undefined);
  return found === undefined ? { status, reason: null } : { status: 'UNDELIVERED', reason: found };
}

/** Whether the catalogue lets the reason be reported on the channel. An unknown reason is on none. */
export function isReasonOn(
  channel: string,
  reason: string | undefined,
  reasons: readonly ReasonEntry[],
): boolean {
  const found = reasons.find((entry) => entry.reason === reason);
  return found !== undefined && (found.channels.length === 0 || found.channels.includes(channel));
}

/** The outcomes of a demo number as Markdown: `reason` on its channels, and what happens on the others. */
export function wordsOfOutcomes(outcomes: DemoNumber['outcomes']): string {
  const channels = new Map<string, string[]>();
  for (const [channel, outcome] of Object.entries(outcomes)) {
    const words = wordsOf(outcome);
    channels.set(words, [...(channels.get(words) ?? []), channel]);
  }
  const [only] = channels.keys();
  if (channels.size === 1 && only !== undefined) return only;
  return [...channels]
    .toSorted(([one], [other]) => Number(one === 'DELIVERED') - Number(other === 'DELIVERED'))
    .map(([words, on]) => `${words} on ${on.join(' and ')}`)
    .join('; ');
}

function wordsOf({ status, reason }: DemoOutcomeEntry): string {
  return reason === null ? status : `\`${reason}\``;
}
