/**
 * Words to avoid in comments, messages and pages, with what to write instead (CONTRIBUTING.md, «How we
 * write»).
 */
interface Phrase {
  readonly pattern: RegExp;
  readonly instead: string;
}

const inProse = (words: string, instead: string): Phrase => ({
  pattern: new RegExp(`(?<![\\w-])(?:${words})(?![\\w-])`, 'gi'),
  instead,
});

/** A part of an identifier or of a file name, too. */
const inNames = (word: string, instead: string): Phrase => {
  const capital = `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  return { pattern: new RegExp(`(?<![A-Za-z])${word}(?![a-z])|${capital}(?![a-z])`, 'g'), instead };
};

const phrases: readonly Phrase[] = [
  inProse(
    'nobody|whoever|whomever|somebody|anybody',
    'name the actor: caller, replica, receiver, gateway, …',
  ),
  inProse('(?:the )?ones? that', 'the noun itself'),
  inProse('so many|as many at once', 'a number with a name: N, the limit, the count'),
  inProse('(?<!there )(?:is|are|was|were) no(?! longer| more than)', 'is not a …'),
  inProse('(?:comes?|coming|came) back', 'resolves, returns'),
  inProse('for ever', 'forever, or the limit that is missing'),
  inProse('stands?(?! for)|stood', 'is, lies in, is listed in'),
  inProse('mend(?:s|ed|ing)?', 'fix, repair'),
  inProse('put(?:s|ting)? up with', 'tolerate, handle'),
  inProse('(?:is|are|was|were|be|being|been) told of', 'receives, hears of'),
  inProse('(?:go(?:es)?|going|went|gone) out', 'is sent, is written'),
  inProse('(?:is|are|was|were|be|been) begun', 'starts, has started'),
  inProse('(?:is|are|was|were|be|been) looked at', 'is read, is checked'),
  inProse('deserv(?:e|es|ed|ing)', 'the problem of a request; how it is judged'),
  inProse('(?:one )?(?:word|member|key) too many', 'unexpected …'),
  inProse('further up', 'above; at line N'),
  inProse('in vain', 'without success'),
  inProse('says who', 'source'),
  inNames('courses?', 'progress, run, state: what it really is'),
  inNames('news', 'event, report, update'),
  inNames('looser', 'lenient'),
];

/** Where a word of the list is the right one; `where` begins the path, `words` is what was found. */
interface Exception {
  readonly where: string;
  readonly words: RegExp;
  readonly because: string;
}

export const exceptions: readonly Exception[] = [
  { where: 'tools/repo-checks/src/plain-words/', words: /./, because: 'the list itself and its test' },
  {
    where: 'tools/generate/src/catalogue-parts.ts',
    words: /^news$/,
    because: 'a subject in an example of the descriptions',
  },
  { where: 'GLOSSARY.md', words: /./, because: 'lists the words to avoid' },
  { where: 'spec/', words: /^news$/, because: 'a sender signature of the samples and examples' },
  { where: 'packages/client/src/test-provider/', words: /^news$/, because: 'the signature of the samples' },
  {
    where: 'packages/mock/test/operations.test.ts',
    words: /^news$/,
    because: 'the signature of the samples',
  },
  { where: 'packages/service/demo/accounts.yaml', words: /^news$/, because: 'the signature of the samples' },
  {
    where: 'packages/service/test/released/',
    words: /./,
    because: 'databases as released versions left them',
  },
  {
    where: 'packages/service/src/store/migrations/',
    words: /^nobody$/,
    because: 'a value of the column status_events.state',
  },
  {
    where: 'packages/service/src/callbacks/outcome.ts',
    words: /^nobody$/,
    because: 'a value of the column status_events.state',
  },
  {
    where: 'packages/service/src/observability/',
    words: /^nobody$/,
    because: 'a label of a public metric, the value of that column',
  },
  { where: 'packages/embedded-postgres/', words: /^nobody$/, because: 'the Unix user' },
  { where: 'packages/docs/src/samples/java.ts', words: /^noBody$/, because: 'a method of java.net.http' },
];

interface Finding {
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
