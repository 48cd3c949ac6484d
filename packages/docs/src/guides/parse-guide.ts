import { readText, repositoryRoot } from '@cascade/contract';
import { marked, type Token, type Tokens } from 'marked';
import { defined } from '../objects.ts';

/**
 * What the tests do with a code block: nothing, run it, keep it running, or compare it with the last output.
 */
export type Use = 'show' | 'run' | 'serve' | 'output';

/** A code block of a guide. */
export interface CodeBlock {
  readonly kind: 'code';
  readonly language: string;
  readonly use: Use;
  /** The file that contains it (`file=`), or the name under which to save it (`as=`). */
  readonly file?: string;
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
 * `file=examples/…` (shows that file) and `as=name` (is saved under that name).
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
    parts: rest.map((token) => (isCode(token) ? readBlock(token) : token)),
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

function readBlock({ lang = '', text }: Tokens.Code): CodeBlock {
  const [language = '', ...words] = lang.split(' ');
  const value = (name: string) => words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
  const source = value('file');
  const file = source ?? value('as');
  return defined({
    kind: 'code',
    language,
    use: uses.find((use) => words.includes(use)) ?? 'show',
    file,
    text: source === undefined ? text : readText(repositoryRoot, source).trimEnd(),
  });
}
