import { readText, repositoryRoot } from '@cascade/contract';
import { parse } from 'yaml';

/** phrases.yaml, which says what it means. */
interface Written {
  readonly prose: Readonly<Record<string, string>>;
  readonly names: Readonly<Record<string, string>>;
  readonly exceptions: readonly Exception[];
}

interface Exception {
  readonly where: string;
  readonly words: string;
  readonly because: string;
}

const written: Written = parse(
  readText(repositoryRoot, 'tools/repository/src/checks/plain-words/phrases.yaml'),
);
export const { exceptions: allowedPhrases } = written;

const phrases: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  ...Object.entries(written.prose).map(([words, instead]) => ({
    pattern: new RegExp(`(?<![\\w-])(?:${words})(?![\\w-])`, 'gi'),
    instead,
  })),
  ...Object.entries(written.names).map(([word, instead]) => {
    const capital = `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
    return { pattern: new RegExp(`(?<![A-Za-z])${word}(?![a-z])|${capital}(?![a-z])`, 'g'), instead };
  }),
];

/** `max_line_length` of .editorconfig. */
const width = Number(/^max_line_length = (\d+)$/m.exec(readText(repositoryRoot, '.editorconfig'))?.[1]);

interface Finding {
  readonly path: string;
  /** From 1; 0 is the path of the file. */
  readonly line: number;
  readonly words: string;
  readonly instead: string;
}

/**
 * Text that people write: code with its comments and messages, pages, YAML, SQL. Neither generated nor
 * released.
 */
export function isOurText(path: string): boolean {
  return (
    /\.(?:ts|mts|cts|js|mjs|cjs|md|ya?ml|sql|html|css)$/.test(path) &&
    !/(?:^|\/)generated\/|^spec\/baseline\/|^pnpm-lock\.yaml$/.test(path)
  );
}

/** Words to avoid in one file: in its path, then line by line; and comments that are too wide. */
export function findPhrases(path: string, text: string): readonly Finding[] {
  return [path, ...text.split('\n')].flatMap((content, line) => [
    ...phrases.flatMap(({ pattern, instead }) =>
      [...content.matchAll(pattern)].map(([words]) => ({ path, line, words, instead })),
    ),
    ...(isWideComment(path, content)
      ? [{ path, line, words: `${content.length} columns`, instead: `a comment has ${width} at most` }]
      : []),
  ]);
}

/** The formatter wraps code, and leaves comments as they are. */
function isWideComment(path: string, line: string): boolean {
  return line.length > width && /\.[mc]?[tj]s$/.test(path) && /^\s*(?:\/\/|\/\*|\*) /.test(line);
}

export function isException({ path, words }: Finding): boolean {
  return allowedPhrases.some(
    ({ where, words: right }) => path.startsWith(where) && new RegExp(right).test(words),
  );
}
