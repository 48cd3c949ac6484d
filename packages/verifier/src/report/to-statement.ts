import { createHash } from 'node:crypto';
import { canBeJudged } from './level.ts';
import type { Report } from './report.ts';

/** What was judged, for those who check the statement: a name, and one digest. */
export interface AttestedSubject {
  readonly name: string;
  readonly digest: Readonly<Record<string, string>>;
}

/** A file or a value that the result rests on (in-toto ResourceDescriptor v1). */
interface Descriptor {
  readonly name: string;
  readonly uri?: string;
  readonly mediaType?: string;
  readonly digest: Readonly<Record<string, string>>;
  readonly annotations?: object;
}

/** Type of the predicate: https://github.com/in-toto/attestation/blob/main/spec/predicates/test-result.md */
const predicateType = 'https://in-toto.io/attestation/test-result/v0.1';

interface Predicate {
  readonly result: 'PASSED' | 'WARNED' | 'FAILED';
  readonly configuration: readonly Descriptor[];
  readonly url?: string;
  readonly passedTests: readonly string[];
  readonly warnedTests: readonly string[];
  readonly failedTests: readonly string[];
}

/** An in-toto Statement v1, which cosign and GitHub sign. */
export function toStatement(subject: readonly AttestedSubject[], predicate: Predicate): object {
  return { _type: 'https://in-toto.io/Statement/v1', subject, predicateType, predicate };
}

/**
 * The report as a test result: a test for each clause with a verdict. A run has passed if it judged every
 * clause, and has warned if it left any: a policy that asks for PASSED asks for the level documented.
 * @param text the report as its file has it
 */
export function toPredicate(report: Report, text: string, url?: string): Predicate {
  const { verdict, level, ledger, hints } = report;
  const hinted = new Set(hints.map(({ clause }) => clause));
  const failed = ledger.filter((row) => row.verdict === 'non-conformant').map(({ clause }) => clause);
  // A clause that the source leaves open may be kept as a decision reads it: not a test of the source.
  const kept = ledger
    .filter((row) => row.verdict === 'conformant' && canBeJudged(row))
    .map(({ clause }) => clause);
  const passed = level.name === 'documented' ? 'PASSED' : 'WARNED';
  return {
    result: verdict === 'conformant' ? passed : 'FAILED',
    configuration: configurationOf(report, text),
    ...(url === undefined ? {} : { url }),
    passedTests: kept.filter((clause) => !hinted.has(clause)),
    warnedTests: kept.filter((clause) => hinted.has(clause)),
    failedTests: failed,
  };
}

function configurationOf(report: Report, text: string): readonly Descriptor[] {
  const { verifier, digests, target, statement, level, ledger } = report;
  const { began, ended, seed, deep, fast = false, assumptions, options } = report;
  const notJudged = ledger.filter((row) => canBeJudged(row) && row.verdict === 'inconclusive');
  const run = { target, began, ended, seed, deep, fast, assumptions, ...options };
  return [
    {
      name: verifier.name,
      uri: `pkg:npm/${verifier.name.replace('@', '%40')}@${verifier.version}`,
      digest: digestSet(verifier.digest),
      annotations: { statement, level, notJudged: notJudged.map(({ clause }) => clause), run },
    },
    ...Object.entries(digests).map(([name, digest]) => ({ name, digest: digestSet(digest) })),
    {
      name: 'report',
      mediaType: 'application/json',
      digest: { sha256: createHash('sha256').update(text).digest('hex') },
    },
  ];
}

/** `sha256:…` as in-toto writes it. */
function digestSet(digest: string): Readonly<Record<string, string>> {
  const [algorithm = '', hex = ''] = digest.split(':');
  return { [algorithm]: hex };
}
