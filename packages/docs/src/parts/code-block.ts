import { type Html, html } from '../html.ts';
import { highlightLines } from './highlight.ts';

/** A piece of code or a message. */
export interface Code {
  /** `http`, `json`, `sh`, `ts`, `python`, `go`, `java`, `php`, `yaml`; others are shown without colours. */
  readonly language: string;
  readonly text: string;
  readonly caption?: string | Html;
  /** The indexes of the lines to mark, from 0. */
  readonly marked?: readonly number[];
}

/** Code with syntax colours. The keyboard can scroll it; the script of the pages adds a button that copies it. */
export function codeBlock({ language, text, caption, marked = [] }: Code): Html {
  const lines = highlightLines(text, language).map((line, at, { length }) => {
    const end = at === length - 1 ? '' : '\n';
    return marked.includes(at) ? html`<mark>${line}</mark>${end}` : html`${line}${end}`;
  });
  return html`<figure class="code">${caption === undefined ? undefined : html`<figcaption>${caption}</figcaption>`}<pre tabindex="0"><code class="language-${language}">${lines}</code></pre></figure>`;
}
