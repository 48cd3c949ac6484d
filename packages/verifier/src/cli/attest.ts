import { readFile, writeFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { type AttestedSubject, toPredicate, toStatement } from '../report/to-statement.ts';
import { type Cli, type ExitCode, parseUrl } from './options.ts';
import { readReport } from './reports.ts';

interface Options {
  readonly subject?: readonly Subject[];
  readonly predicate?: true;
  readonly url?: string;
  readonly out: string;
}

/** The name is that of the target if it is absent. */
interface Subject {
  readonly name: string | undefined;
  readonly digest: AttestedSubject['digest'];
}

/** Writes a report as a statement that others sign. */
export function addAttest(program: Command, cli: Cli): void {
  program
    .command('attest')
    .description('writes the JSON of a run as an in-toto test-result statement, for cosign or GitHub to sign')
    .argument('[file]', 'what --json wrote', 'report.json')
    .option(
      '--subject <[name=]digest>',
      'what was judged: sha256:…, sha512:… or gitCommit:…; may be repeated',
      parseSubject,
    )
    .option('--predicate', 'only the predicate, for tools that add the subject')
    .option('--url <url>', 'of the run, for instance of the job in CI', parseUrl)
    .option('--out <file>', 'where to; - is the standard output', '-')
    .addHelpText('after', help)
    .action(async (file: string, options: Options) => cli.end(await attest(file, options, cli)));
}

const help = `
The subject is the provider that answered, by a digest of what you deployed: its image or file, or the commit of its source.
The result is PASSED if every clause was judged and holds (level documented), WARNED if some were not judged, FAILED if there
are findings. A report that could not judge is refused.

Examples:
  cascade-verify attest report.json --subject gitCommit:$(git rev-parse HEAD) --out statement.json
  cascade-verify attest report.json --subject shop=sha256:$(sha256sum shop.jar | cut -c1-64) --out statement.json
  cosign attest-blob --statement statement.json --bundle statement.sigstore.json
  cascade-verify attest report.json --predicate --out predicate.json   # for actions/attest: predicate-path`;

const lengths: Readonly<Record<string, number>> = { sha256: 64, sha512: 128, gitCommit: 40 };

function parseSubject(text: string, before: readonly Subject[] = []): readonly Subject[] {
  const [, name, algorithm = '', hex = ''] = /^(?:(.+)=)?(\w+):([\da-f]+)$/.exec(text) ?? [];
  const length = lengths[algorithm];
  if (length === undefined)
    throw new InvalidArgumentError('Expected NAME=sha256:…, sha512:… or gitCommit:…, in lower-case hex.');
  if (hex.length !== length)
    throw new InvalidArgumentError(`Expected ${length} hex digits of ${algorithm}, found ${hex.length}.`);
  return [...before, { name, digest: { [algorithm]: hex } }];
}

async function attest(file: string, options: Options, { terminal }: Cli): Promise<ExitCode> {
  const { subject = [], predicate: isAlone = false, url, out } = options;
  const report = await readReport(file);
  if (report.digests.profile === undefined)
    throw new Error(`${file}: it does not say what judged; run it again with this version`);
  if (report.verdict === 'could-not-judge')
    throw new Error(`${file}: it could not judge, so it attests nothing: ${report.reason}`);
  if (subject.length === 0 && !isAlone)
    throw new Error(
      'attest: say what was judged by a digest, for instance --subject gitCommit:$(git rev-parse HEAD), --subject NAME=sha256:… of an image or a file; or pass --predicate',
    );
  const predicate = toPredicate(report, await readFile(file, 'utf8'), url);
  const named = subject.map(({ name = report.target, digest }) => ({ name, digest }));
  const text = `${JSON.stringify(isAlone ? predicate : toStatement(named, predicate), undefined, 2)}\n`;
  if (out === '-') terminal.out(text);
  else await writeFile(out, text);
  return 0;
}
