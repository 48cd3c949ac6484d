import { markChanges } from '../difference.ts';
import { type Html, html } from '../html.ts';

/** A text whose words are marked where another text lacks them; plain if hardly a word is common. */
export function markedWords(text: string, other: string | undefined): Html {
  if (other === undefined) return html`${text}`;
  const words = markChanges(inLines(other), inLines(text));
  const changed = words.filter((word) => word.changed).length;
  if (changed === 0 || changed > words.length * 0.7) return html`${text}`;
  return html`${runsOf(words).map(({ changed, text: run }, index) => {
    const space = index === 0 ? '' : ' ';
    return changed ? html`${space}<mark>${run}</mark>` : html`${space}${run}`;
  })}`;
}

function inLines(text: string): string {
  return text.split(/\s+/).join('\n');
}

/** Neighbouring words of the same kind as one text. */
function runsOf(
  words: ReturnType<typeof markChanges>,
): { readonly text: string; readonly changed: boolean }[] {
  const runs: { text: string; changed: boolean }[] = [];
  for (const { text, changed } of words) {
    const last = runs.at(-1);
    if (last?.changed === changed) last.text += ` ${text}`;
    else runs.push({ text, changed });
  }
  return runs;
}
