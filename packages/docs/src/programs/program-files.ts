import type { Page } from '../layout/page.ts';
import { markdownFile, pageMarkdown } from './page-markdown.ts';

/** Each page as Markdown, and all of them in `llms-full.txt`. */
export function markdownFiles(pages: readonly Page[]): ReadonlyMap<string, string> {
  const written = pages.map(write);
  return new Map([
    ...written.map(({ file, text }) => [file, text] as const),
    ['llms-full.txt', written.map(({ file, text }) => `<!-- ${file} -->\n\n${text}`).join('\n')],
  ]);
}

/** The text of `llms.txt` (llmstxt.org): the contract in short, then every page with a sentence. */
export function pageList(pages: readonly Page[], summary: string): string {
  const written = pages.map(write);
  const operations = written
    .filter(isAboutOperation)
    .map((one) => [entryOf(one), ...headingsOf(one)].join('\n'));
  const others = written.filter((one) => !isAboutOperation(one)).map(entryOf);
  return `${summary.trim()}

Each page is also HTML, with \`.html\` instead of \`.md\`. [llms-full.txt](llms-full.txt) has all pages in one file.

## Operations

${operations.join('\n')}

## Pages

${others.join('\n')}
`;
}

/** A page with its Markdown. */
interface Written {
  readonly page: Page;
  readonly file: string;
  readonly text: string;
}

/** The list of pages and the files have the same pages, and to write one takes as long as to make it. */
const known = new WeakMap<Page, Written>();

function write(page: Page): Written {
  const written = known.get(page) ?? { page, file: markdownFile(page.file), text: pageMarkdown(page) };
  known.set(page, written);
  return written;
}

const isAboutOperation = ({ page }: Written) => page.file.startsWith('operations/');

function entryOf({ page, file, text }: Written): string {
  return `- [${page.title}](${file}): ${page.lead ?? firstSentence(text)}`;
}

/** The parts of a page, each with its anchor. */
function headingsOf({ file, text }: Written): string[] {
  const headings = text.matchAll(/^## (.+) \{#([^}]+)\}$/gm);
  return [...headings].map(([, words, anchor]) => `  - [${words}](${file}#${anchor})`);
}

/** The first sentence of a page's first paragraph. */
function firstSentence(text: string): string {
  const paragraph = text.split('\n\n').find((one) => /^[A-Z]/.test(one) && one.includes(' ')) ?? '';
  const plain = paragraph.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\s+/g, ' ');
  return /^.*?[.:](?= |$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain;
}
