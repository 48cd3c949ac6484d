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

/** Copies what is visible of the code of its figure. Its word is not among the text of the page. */
export const copyButton = html`<button type="button" class="copy" aria-label="Copy"></button>`;

/** Code with syntax colours and a button that copies it. The keyboard can scroll it. */
export function codeBlock({ language, text, caption, marked = [] }: Code): Html {
  const lines = highlightLines(text, language).map((line, at, { length }) => {
    const end = at === length - 1 ? '' : '\n';
    return marked.includes(at) ? html`<mark>${line}</mark>${end}` : html`${line}${end}`;
  });
  return html`<figure class="code">${caption === undefined ? undefined : html`<figcaption>${caption}</figcaption>`}<pre tabindex="0"><code class="language-${language}">${lines}</code></pre>${copyButton}</figure>`;
}
