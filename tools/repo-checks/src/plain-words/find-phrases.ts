import { exceptions, type Phrase, phrases } from './phrases.ts';

export interface Finding {
  readonly path: string;
  /** From 1; 0 is the path of the file. */
  readonly line: number;
  readonly words: string;
  readonly instead: string;
}

/** Text that people write: code with its comments and messages, pages, YAML, SQL. Neither generated nor released. */
export function isOurText(path: string): boolean {
  return (
    /\.(?:ts|mts|cts|js|mjs|cjs|md|ya?ml|sql|html|css)$/.test(path) &&
    !/(?:^|\/)generated\/|^spec\/baseline\/|^pnpm-lock\.yaml$/.test(path)
  );
}

/** Words to avoid in one file: in its path, then line by line. */
export function findPhrases(path: string, text: string): readonly Finding[] {
  const lines = [path, ...text.split('\n')];
  return lines.flatMap((content, index) =>
    phrases.flatMap((phrase) => wordsOf(phrase, content).map((words) => finding(path, index, words, phrase))),
  );
}

function wordsOf({ pattern }: Phrase, content: string): readonly string[] {
  return [...content.matchAll(pattern)].map(([words]) => words);
}

function finding(path: string, line: number, words: string, { instead }: Phrase): Finding {
  return { path, line, words, instead };
}

export function isException({ path, words }: Finding): boolean {
  return exceptions.some((exception) => path.startsWith(exception.where) && exception.words.test(words));
}
