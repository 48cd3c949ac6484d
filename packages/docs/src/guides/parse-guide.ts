import { readText, repositoryRoot } from '@cascade/contract';
import { marked, type Token, type Tokens } from 'marked';
import { defined } from '../objects.ts';

/** What is done with a code block: shown, run to its end, kept running, or compared with the output before it. */
export type Use = 'show' | 'run' | 'serve' | 'output';

/** A code block of a guide. */
export interface CodeBlock {
  readonly kind: 'code';
  readonly language: string;
  readonly use: Use;
  /** The file that it is taken from (`file=`) or that it is to be saved as (`as=`). */
  readonly file?: string;
  readonly text: string;
}

/** A guide: its first heading, its first paragraph, and what follows. */
export interface ParsedGuide {
  readonly title: string;
  readonly lead: string;
  readonly parts: readonly (CodeBlock | Token)[];
}

const uses: readonly Use[] = ['run', 'serve', 'output'];

/**
 * Reads a guide. The words behind the language of a fence say what is done with it:
 * `run`, `serve`, `output`, `file=examples/…` (the text of that file) and `as=name` (to be saved under that name).
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
