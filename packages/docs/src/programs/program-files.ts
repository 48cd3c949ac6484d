import type { Page } from '../layout/page.ts';
import { markdownFile, pageMarkdown, partMarkdown } from './page-markdown.ts';

/** Each page as Markdown, and all of them in `llms-full.txt`. */
export function markdownFiles(pages: readonly Page[]): ReadonlyMap<string, string> {
  const written = pages.map(write);
  return new Map([
    ...written.map(({ file, text }) => [file, text] as const),
    ['llms-full.txt', wholeText(written)],
  ]);
}

/** What is not in `llms-full.txt`: what was, what is proved, why, and how programs of ours are run. */
const leftOut = new RegExp(
  `^(?:${[
    'changelog|compare|kinds-of-change',
    'clauses|providers|decisions/|reference',
    'packages|kits|kit-catalogue|downloads|generators|control|gateway-settings|smsc-behaviours|ttl',
  ].join('|')})`,
);

function wholeText(written: readonly Written[]): string {
  const isIn = ({ page }: Written) => !leftOut.test(page.file);
  const parts = written.filter(isIn).map(({ page, file }) => `<!-- ${file} -->\n\n${partMarkdown(page)}`);
  return `<!-- Each sample in one language, and no links: llms.txt lists all pages. -->\n\n${parts.join('\n')}`;
}

/** The text of `llms.txt` (llmstxt.org): the contract in short, then every page with a sentence. */
export function pageList(pages: readonly Page[], summary: string): string {
  const written = pages.map(write);
  const operations = written
    .filter(isAboutOperation)
    .map((one) => [entryOf(one), ...headingsOf(one)].join('\n'));
  const others = written.filter((one) => !isAboutOperation(one)).map(entryOf);
  return `${summary.trim()}

Each page is also HTML, with \`.html\` instead of \`.md\`. [llms-full.txt](llms-full.txt) has the
contract, the guides and the decisions in one file.

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
  return `- [${page.title}](${file}): ${sentenceOf({ page, text })}`;
}

/** The parts of a page, each with its anchor. */
function headingsOf({ file, text }: Written): string[] {
  const headings = text.matchAll(/^## (.+) \{#([^}]+)\}$/gm);
  return [...headings].map(([, words, anchor]) => `  - [${words}](${file}#${anchor})`);
}

/** What search engines show of a page: its lead, or else its first sentence without signs of Markdown. */
export function summaryOf(page: Page): string {
  return sentenceOf(write(page)).replaceAll(/[`*\\]/g, '');
}

function sentenceOf({ page, text }: Pick<Written, 'page' | 'text'>): string {
  return page.lead ?? firstSentence(text);
}

/** The first sentence of a page's first paragraph. */
function firstSentence(text: string): string {
  const paragraph = text.split('\n\n').find((one) => /^[A-Z]/.test(one) && one.includes(' ')) ?? '';
  const plain = paragraph.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\s+/g, ' ');
  return /^.*?\.(?= |$)/.exec(plain)?.[0] ?? plain;
}
