import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readText, repositoryRoot } from '@cascade/contract';
import { marked, type Token, type Tokens } from 'marked';
import { defined } from '../objects.ts';
import { codeBlock } from '../parts/code-block.ts';
import { type Tab, tabs } from '../parts/elements.ts';
import { renderTokens } from '../parts/markdown.ts';
import { samplesOf } from '../samples/index.ts';
import { type Html, html } from '../tree/html.ts';
import { definitionIn } from './definition-in.ts';

/**
 * What the tests do with a code block: nothing, run it, keep it running, compare it with the last output, or
 * run it as one of the samples of a request.
 */
type Use = 'show' | 'run' | 'serve' | 'output' | 'sample';

/** A code block of a guide. */
interface CodeBlock {
  readonly kind: 'code';
  readonly language: string;
  readonly use: Use;
  /** The file that contains it (`file=`), or the name under which to save it (`as=`). */
  readonly file?: string;
  /** The tab that shows it (`tab=`): blocks with tabs that follow each other are shown as one group. */
  readonly tab?: string;
  /** The program or kit without which it is not run (`needs=`). */
  readonly needs?: string;
  /** Whether it ends with an error: `run fails`. */
  readonly fails?: boolean;
  readonly text: string;
}

/** What follows the lead. */
type Part = CodeBlock | Token;

/** A rendered guide. */
export interface Guide {
  /** Its name in the folder of the guides. */
  readonly file: string;
  readonly slug: string;
  /** Its first heading. */
  readonly title: string;
  /** Its first paragraph: one sentence that says what the reader can do afterwards. */
  readonly lead: string;
  /** In their order. */
  readonly blocks: readonly CodeBlock[];
  /** Without title and lead. */
  readonly body: Html;
}

const uses: readonly Use[] = ['run', 'serve', 'output'];

/**
 * Reads a guide. Words after the language of a fence say how to use it: `run`, `run fails` (it ends with an
 * error), `serve`, `output`, `file=examples/…` (shows that file; with `region=name` one definition of it),
 * `as=name` (is saved under that name), `tab=Python` and `needs=python3`. `samples=URL` makes programs in six
 * languages, which post the JSON of the fence.
 * @throws {Error} if it does not begin with a heading and a paragraph.
 */
export function readGuide(markdown: string): Omit<Guide, 'file' | 'slug'> {
  const tokens = marked.lexer(markdown).filter(({ type }) => type !== 'space');
  const [heading, paragraph, ...rest] = tokens;
  if (heading?.type !== 'heading' || paragraph?.type !== 'paragraph')
    throw new Error('a guide begins with a heading and a paragraph');
  const parts = rest.flatMap((token): readonly Part[] => (isCode(token) ? readBlocks(token) : [token]));
  return {
    title: textOf(heading),
    lead: textOf(paragraph),
    blocks: parts.filter(isCodeBlock),
    body: render(parts),
  };
}

function isCodeBlock(part: Part): part is CodeBlock {
  return 'kind' in part && part.kind === 'code';
}

function isCode(token: Token): token is Tokens.Code {
  return token.type === 'code';
}

function textOf(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? token.text.replaceAll('\n', ' ') : '';
}

function readBlocks({ lang = '', text }: Tokens.Code): readonly CodeBlock[] {
  const [language = '', ...words] = lang.split(' ');
  const value = (name: string) => words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
  const url = value('samples');
  if (url !== undefined) return sampleBlocks(url, text);
  const source = value('file');
  return [
    defined({
      kind: 'code',
      language,
      use: uses.find((use) => words.includes(use)) ?? 'show',
      file: source ?? value('as'),
      tab: value('tab'),
      needs: value('needs'),
      fails: words.includes('fails') || undefined,
      text: source === undefined ? text : shownPart(readText(repositoryRoot, source), value('region')),
    }),
  ];
}

function shownPart(program: string, region: string | undefined): string {
  return region === undefined ? program.trimEnd() : definitionIn(program, region);
}

/** What runs the samples of each language. */
const interpreters = {
  sh: 'curl',
  ts: 'node',
  python: 'python3',
  go: 'go',
  java: 'java',
  php: 'php',
} as const;

function sampleBlocks(url: string, body: string): readonly CodeBlock[] {
  const headers = { 'x-api-key': 'demo-key', 'content-type': 'application/json' };
  const samples = samplesOf({ method: 'POST', url, headers, body, keyIsPublic: true });
  return samples.map(({ label, language, text }) => ({
    kind: 'code',
    language,
    use: 'sample',
    tab: label,
    needs: interpreters[language],
    text: text.trimEnd(),
  }));
}

function render(parts: readonly Part[]): Html {
  const markups: Html[] = [];
  for (let at = 0; at < parts.length; ) {
    const group = tabsFrom(parts, at);
    markups.push(group.length > 0 ? tabs(formsOf(group)) : rendered(parts[at]));
    at += Math.max(1, group.length);
  }
  return html`${markups.map((one) => html`${one}\n`)}`;
}

function rendered(part: Part | undefined): Html {
  if (part === undefined) return html``;
  return isCodeBlock(part) ? codeFigure(part) : renderTokens([part]);
}

/** The blocks with a tab from this part on, up to the first part without. */
function tabsFrom(parts: readonly Part[], at: number): readonly CodeBlock[] {
  const group: CodeBlock[] = [];
  for (const part of parts.slice(at)) {
    if (!isCodeBlock(part) || part.tab === undefined) break;
    group.push(part);
  }
  return group;
}

function formsOf(blocks: readonly CodeBlock[]): readonly Tab[] {
  const byTab = Map.groupBy(blocks, ({ tab = '' }) => tab);
  return [...byTab].map(([label, group]) => ({ label, body: html`${group.map(codeFigure)}` }));
}

function codeFigure({ language, use, file, text }: CodeBlock): Html {
  const caption = use === 'output' ? 'prints' : file;
  return codeBlock(defined({ language, text, caption }));
}

/**
 * The folder of the guides. `3-receive-callbacks.md` is the third one and has the slug `receive-callbacks`.
 */
const guidesFolder = fileURLToPath(new URL('../../guides', import.meta.url));

/** All guides, in reading order. */
export function loadGuides(): readonly Guide[] {
  const files = readdirSync(guidesFolder).filter((name) => /^\d-[\w-]+\.md$/.test(name));
  return files.toSorted().map((file) => ({
    file,
    slug: slugOf(file),
    ...readGuide(readText(guidesFolder, file)),
  }));
}

function slugOf(file: string): string {
  return file.slice(2, -'.md'.length);
}
