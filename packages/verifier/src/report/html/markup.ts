import { escapeMarkup } from '../escape-markup.ts';

/** Markup that is safe to put into a page. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | undefined | Markup | readonly Markup[];

/** A template of markup: whatever is put in is escaped unless it is markup itself. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const text = strings.reduce((before, string, at) => `${before}${render(parts[at - 1])}${string}`);
  return new Markup(text);
}

function render(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return escapeMarkup(String(part));
}
