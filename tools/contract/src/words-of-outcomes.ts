import type { DemoNumber, DemoOutcome } from './entries.ts';

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

function wordsOf({ status, reason }: DemoOutcome): string {
  return reason === null ? status : `\`${reason}\``;
}
