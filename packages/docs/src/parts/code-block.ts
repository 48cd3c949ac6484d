import { createRequire } from 'node:module';
import { attributes, type Html, html } from '../tree/html.ts';

/** What is used of highlight.js. Its own types bring those of the DOM into every file of the project. */
interface Highlighter {
  registerLanguage(name: string, grammar: unknown): void;
  highlight(
    text: string,
    options: { readonly language: string },
  ): { readonly _emitter: { readonly rootNode: Scope } };
}

/** What has one colour; the text of its children without a scope has that of its parent. */
interface Scope {
  readonly scope?: string;
  /** The language of a part in another language. */
  readonly language?: string;
  readonly children: readonly (Scope | string)[];
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

/** Names as fences have them. */
const aliases: Readonly<Record<string, string>> = {
  sh: 'bash',
  ts: 'typescript',
  js: 'typescript',
  py: 'python',
};

/** The lines of a text with syntax colours; without, if the language is unknown. */
function highlightLines(text: string, language: string): readonly Html[] {
  if (language !== 'http') return coloured(text, language);
  // A message: head and body have languages of their own.
  const end = text.indexOf('\n\n');
  if (end < 0) return coloured(text, 'http');
  const body = text.slice(end + 2);
  const bodyLanguage = /^\s*[[{]/.test(body) ? 'json' : 'text';
  return [...coloured(text.slice(0, end), 'http'), html``, ...coloured(body, bodyLanguage)];
}

function coloured(text: string, language: string): readonly Html[] {
  const name = aliases[language] ?? language;
  const root = scopeOf(text, name);
  return linesOf(name === 'bash' ? withJson(root) : root);
}

function scopeOf(text: string, name: string): Scope {
  if (!languages.includes(name)) return { children: [text] };
  return highlighter.highlight(text, { language: name })._emitter.rootNode;
}

/** JSON in the quotes of a command has the colours of JSON. */
function withJson(scope: Scope): Scope {
  const text = scope.scope === 'string' ? textOfScope(scope) : '';
  const [, json] = /^'([[{][\s\S]*[\]}])'$/.exec(text) ?? [];
  if (json !== undefined) return { children: ["'", scopeOf(json, 'json'), "'"] };
  return {
    ...scope,
    children: scope.children.map((child) => (typeof child === 'string' ? child : withJson(child))),
  };
}

function textOfScope({ children }: Scope): string {
  return children.map((child) => (typeof child === 'string' ? child : textOfScope(child))).join('');
}

/** What has the colour of text. Its elements would be a third of the markup of JSON. */
const plain = /^(?:function|operator|params|punctuation|variable)\b/;

/** The lines of coloured text: what goes on over a line end has an element on each line. */
function linesOf({ scope, language, children }: Scope): readonly Html[] {
  const lines: Html[][] = [[]];
  for (const child of children) {
    const [first, ...more] =
      typeof child === 'string' ? child.split('\n').map((one) => html`${one}`) : linesOf(child);
    if (first !== undefined) lines.at(-1)?.push(first);
    for (const line of more) lines.push([line]);
  }
  const name = classOf(scope, language);
  return lines.map((parts) =>
    name === undefined ? html`${parts}` : html`<span class="${name}">${parts}</span>`,
  );
}

/** The class of a scope as the themes of highlight.js name it: `title.function` is `h-title function_`. */
function classOf(scope: string | undefined, language: string | undefined): string | undefined {
  if (language !== undefined) return `language-${language}`;
  if (scope === undefined || plain.test(scope)) return undefined;
  const [first, ...more] = scope.split('.');
  return [`h-${first}`, ...more.map((part, at) => part + '_'.repeat(at + 1))].join(' ');
}

/** A piece of code or a message. */
interface Code {
  /** `http`, `json`, `sh`, `ts`, `python`, `go`, `java`, `php`, `yaml`; others are shown without colours. */
  readonly language: string;
  readonly text: string;
  readonly caption?: string | Html;
  /** The indexes of the lines to mark, from 0. */
  readonly marked?: readonly number[];
  /** Whether long runs of lines without a mark are folded, e.g. what two requests have in common. */
  readonly isFolded?: boolean;
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

/** Lines that stay at each end of a run, and the shortest run that is folded. */
const context = 3;
const shortestFold = 8;

/** Folds the runs of lines without a mark; a script unfolds them. */
function withFolds(lines: readonly Html[], marked: readonly number[]): readonly Html[] {
  const ends = [...marked.toSorted((a, b) => a - b), lines.length];
  let start = 0;
  return ends.flatMap((end) => {
    const first = Math.min(end, start + context);
    const last = Math.max(first, end - context);
    const run = lines.slice(first, last);
    const folded =
      run.length < shortestFold
        ? run
        : [
            html`<button type="button" class="unfold">… ${run.length} lines</button><span hidden>${run}</span>`,
          ];
    const part = [...lines.slice(start, first), ...folded, ...lines.slice(last, end + 1)];
    start = end + 1;
    return part;
  });
}

/** Code with syntax colours and a button that copies it. The keyboard can scroll it. */
export function codeBlock({
  language,
  text,
  caption,
  marked = [],
  isFolded = false,
  requestId = sentId(language, text),
}: Code): Html {
  const written = highlightLines(text, language).map((line, at, { length }) => {
    const end = at === length - 1 ? '' : '\n';
    return marked.includes(at) ? html`<mark>${line}</mark>${end}` : html`${line}${end}`;
  });
  const lines = isFolded ? withFolds(written, marked) : written;
  const once = attributes({ 'data-request-id': requestId });
  return html`<figure class="code"${once}>${caption === undefined ? undefined : html`<figcaption>${caption}</figcaption>`}<pre tabindex="0"><code class="language-${language}">${lines}</code></pre>${copyButton}</figure>`;
}
