import { createRequire } from 'node:module';
import { type Html, html, raw } from '../html.ts';

/** What is used of highlight.js. Its own types bring those of the DOM into every file of the project. */
interface Highlighter {
  registerLanguage(name: string, grammar: unknown): void;
  configure(options: { readonly classPrefix: string }): void;
  highlight(text: string, options: { readonly language: string }): { readonly value: string };
}

const load = createRequire(import.meta.url);
const highlighter: Highlighter = load('highlight.js/lib/core');
const languages = [
  'bash',
  'csharp',
  'go',
  'http',
  'java',
  'json',
  'php',
  'python',
  'rust',
  'typescript',
  'xml',
  'yaml',
];
for (const name of languages) highlighter.registerLanguage(name, load(`highlight.js/lib/languages/${name}`));
highlighter.configure({ classPrefix: 'h-' });

/** Names as fences have them. */
const aliases: Readonly<Record<string, string>> = {
  sh: 'bash',
  ts: 'typescript',
  js: 'typescript',
  py: 'python',
};

/** The lines of a text with syntax colours; without, if the language is unknown. */
function highlightLines(text: string, language: string): readonly Html[] {
  if (language !== 'http') return linesOf(coloured(text, language));
  // A message: head and body have languages of their own.
  const end = text.indexOf('\n\n');
  if (end < 0) return linesOf(coloured(text, 'http'));
  const body = text.slice(end + 2);
  const bodyLanguage = /^\s*[[{]/.test(body) ? 'json' : 'text';
  return [...linesOf(coloured(text.slice(0, end), 'http')), html``, ...linesOf(coloured(body, bodyLanguage))];
}

function coloured(text: string, language: string): string {
  const name = aliases[language] ?? language;
  if (!languages.includes(name)) return html`${text}`.text;
  const { value } = highlighter.highlight(text, { language: name });
  return withoutPlain(value);
}

/** What has the colour of text. Its elements would be a third of the markup of JSON. */
const plain = /^<span class="h-(?:function|operator|params|punctuation|variable)\b/;

function withoutPlain(markup: string): string {
  const kept: boolean[] = [];
  return markup.replaceAll(/<span[^>]*>|<\/span>/g, (tag) => {
    if (tag !== '</span>') kept.push(!plain.test(tag));
    const isKept = tag === '</span>' ? kept.pop() : kept.at(-1);
    return isKept ? tag : '';
  });
}

/** Splits coloured text at its line ends; what is open there is closed, and opened again on the next line. */
function linesOf(markup: string): readonly Html[] {
  const open: string[] = [];
  return markup.split('\n').map((line) => {
    const begin = open.join('');
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) {
      if (tag === '</span>') open.pop();
      else open.push(tag);
    }
    return raw(`${begin}${line}${'</span>'.repeat(open.length)}`);
  });
}

/** A piece of code or a message. */
interface Code {
  /** `http`, `json`, `sh`, `ts`, `python`, `go`, `java`, `php`, `yaml`; others are shown without colours. */
  readonly language: string;
  readonly text: string;
  readonly caption?: string | Html;
  /** The indexes of the lines to mark, from 0. */
  readonly marked?: readonly number[];
  /**
   * The request id of a sample, if it is not the `requestId` in the code: a provider takes it once, so the
   * page and each copy have a new one.
   */
  readonly requestId?: string | undefined;
}

/** Languages of messages and of what programs print: they show an id, and send none. */
const sendsNothing = new Set(['json', 'http', 'text', 'yaml', 'xml', '']);

/** The id of the request that a program or a command sends. */
function sentId(language: string, text: string): string | undefined {
  if (sendsNothing.has(language)) return undefined;
  return /request_?id\W{1,8}([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i.exec(text)?.[1];
}

/** Copies what is visible of the code of its figure. Its word is not among the text of the page. */
export const copyButton = html`<button type="button" class="copy" aria-label="Copy"></button>`;

/** The same as in a block, without its figure. */
export function codeMarkup(language: string, text: string): Html {
  return html`${highlightLines(text, language).map((line, at) => html`${at === 0 ? undefined : '\n'}${line}`)}`;
}

/** Code with syntax colours and a button that copies it. The keyboard can scroll it. */
export function codeBlock({
  language,
  text,
  caption,
  marked = [],
  requestId = sentId(language, text),
}: Code): Html {
  const lines = highlightLines(text, language).map((line, at, { length }) => {
    const end = at === length - 1 ? '' : '\n';
    return marked.includes(at) ? html`<mark>${line}</mark>${end}` : html`${line}${end}`;
  });
  const once = requestId === undefined ? undefined : html` data-request-id="${requestId}"`;
  return html`<figure class="code"${once}>${caption === undefined ? undefined : html`<figcaption>${caption}</figcaption>`}<pre tabindex="0"><code class="language-${language}">${lines}</code></pre>${copyButton}</figure>`;
}
