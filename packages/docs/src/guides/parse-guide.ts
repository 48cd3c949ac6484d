import { readText, repositoryRoot } from '@cascade/contract';
import { marked, type Token, type Tokens } from 'marked';
import { defined } from '../objects.ts';
import { samplesOf } from '../samples/index.ts';
import { definitionIn } from './definition-in.ts';

/**
 * What the tests do with a code block: nothing, run it, keep it running, compare it with the last output, or run it as one
 * of the samples of a request.
 */
export type Use = 'show' | 'run' | 'serve' | 'output' | 'sample';

/** A code block of a guide. */
export interface CodeBlock {
  readonly kind: 'code';
  readonly language: string;
  readonly use: Use;
  /** The file that contains it (`file=`), or the name under which to save it (`as=`). */
  readonly file?: string;
  /** The tab that shows it (`tab=`): blocks with tabs that follow each other are shown as one group. */
  readonly tab?: string;
  /** The program without which it is not run (`needs=`). */
  readonly needs?: string;
  readonly text: string;
}

/** A guide: title (first heading), lead (first paragraph), and the rest. */
export interface ParsedGuide {
  readonly title: string;
  readonly lead: string;
  readonly parts: readonly (CodeBlock | Token)[];
}

const uses: readonly Use[] = ['run', 'serve', 'output'];

/**
 * Reads a guide. Words after the language of a fence say how to use it: `run`, `serve`, `output`,
 * `file=examples/…` (shows that file, or with `region=name` one definition of it), `as=name` (is saved under that name),
 * `tab=Python` and `needs=python3`. `samples=URL` makes programs in six languages, which post the JSON of the fence.
 * @throws {Error} if it does not begin with a heading and a paragraph.
 */
export function parseGuide(markdown: string): ParsedGuide {
  const tokens = marked.lexer(markdown).filter(({ type }) => type !== 'space');
  const [heading, paragraph, ...rest] = tokens;
  if (heading?.type !== 'heading' || paragraph?.type !== 'paragraph')
    throw new Error('a guide begins with a heading and a paragraph');
  return {
    title: textOf(heading),
    lead: textOf(paragraph),
    parts: rest.flatMap((token): ParsedGuide['parts'] => (isCode(token) ? readBlocks(token) : [token])),
  };
}

/** Whether a part is a code block. */
export function isCodeBlock(part: CodeBlock | Token): part is CodeBlock {
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
