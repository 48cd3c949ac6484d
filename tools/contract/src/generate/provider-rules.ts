import { banner, type GeneratedFile, generatedPart } from '../bundle/index.ts';
import {
  type Check,
  type Clause,
  type Contract,
  type DemoOutcomeEntry,
  type LimitEntry,
  type ProblemEntry,
  readContract,
  readText,
} from '../index.ts';

const path = 'packages/docs/guides/8-write-a-provider.md';
const begin = '<!-- rules: generated from spec/ by `npm run generate` -->';
const end = '<!-- /rules -->';

/**
 * Every rule that a provider implements, in the order in which they are checked, between the marks of the
 * guide.
 */
export function providerRules(root: string): GeneratedFile[] {
  const text = `\n\n${rules(readContract(root))}\n\n`;
  return [generatedPart(path, readText(root, path), { begin, end, text })];
}

function rules(contract: Contract): string {
  const listed = new Set<string>();
  const list = (problem: ProblemEntry) => row(problem, clausesOf(problem, contract), listed);
  const documented = (accept: (check: Check) => boolean) =>
    contract.checks
      .filter(accept)
      .flatMap(({ problems }) => problems)
      .filter(({ provenance }) => provenance === 'documented')
      .map(list);
  const rules = contract.checks.filter(({ rule }) => rule !== undefined);
  const checks = [
    heading('Before the rules'),
    table(documented(({ rule, at }) => rule === undefined && at === undefined)),
    ...rules.flatMap((check) => {
      listed.add(`4.1/rule-${check.rule}`);
      return [heading(`Rule ${check.says.replace(/\.$/, '')}`), table(documented((one) => one === check))];
    }),
    heading('At any time'),
    table(documented(({ at }) => at === 'any-time')),
  ];
  const reasons = [heading('Reasons with UNDELIVERED'), reasonTable(contract, listed)];
  const left = remaining(contract, listed);
  return [...left('before'), ...checks, ...left('after'), ...reasons].join('\n\n');
}

/** Clauses that name the code, and those of the limits that it reports. */
function clausesOf({ code, slug, clauses }: ProblemEntry, contract: Contract): readonly Clause[] {
  const limits = contract.limits.filter(({ problem }) => problem === code || problem === slug);
  const named = new RegExp(`(?<![\\w-])${slug}(?![\\w-])`);
  return providersClauses(contract).filter(
    ({ id, kind, says }) =>
      clauses.includes(id) ||
      limits.some(({ clause }) => clause === id) ||
      ((kind === 'rule' || kind === 'limit') && named.test(says)),
  );
}

function row({ code, title, status, cause }: ProblemEntry, clauses: readonly Clause[], listed: Set<string>) {
  for (const { id } of clauses) listed.add(id);
  const also = title === code ? '' : `, title \`${title}\``;
  return `| ${cell(cause)} | ${status} \`${code}\`${also} | ${clauses.map(link).join(' ')} |`;
}

function table(rows: readonly string[]): string {
  return ['| refuse when | with | clauses |', '|---|---|---|', ...rows].join('\n');
}

function reasonTable(contract: Contract, listed: Set<string>): string {
  const { reasons, limits } = contract;
  const rows = reasons.map((one) => {
    const own = [...one.clauses, ...limits.filter(({ reason }) => reason === one.reason).map(clauseOf)];
    const known = providersClauses(contract).filter(({ id }) => own.includes(id));
    for (const { id } of known) listed.add(id);
    const where = one.channels.length === 0 ? '' : one.channels.join(', ');
    return `| ${cell(one.meaning)} | \`${one.reason}\` | ${where} | ${known.map(link).join(' ')} |`;
  });
  return ['| what happened | reason | channels | clauses |', '|---|---|---|---|', ...rows].join('\n');
}

const clauseOf = ({ clause = '' }: LimitEntry) => clause;

/** What a provider can break: not the concepts, what is not shown, and what consumers must tolerate. */
function providersClauses({ clauses }: Contract): readonly Clause[] {
  return [...clauses.values()].filter(({ kind }) => !['concept', 'consumer', 'not-shown'].includes(kind));
}

/** What no table has, by its place before and after the tables: no clause is left out. */
function remaining(contract: Contract, listed: ReadonlySet<string>) {
  const left = providersClauses(contract).filter(({ id }) => !listed.has(id));
  const sectionOf = ({ id }: Clause) => sections.find(({ has }) => has.test(id));
  return (place: Section['place']): readonly string[] =>
    sections
      .filter((section) => section.place === place)
      .flatMap((section) => {
        const own = left.filter((clause) => sectionOf(clause) === section);
        if (own.length === 0) return [];
        const lines = own.map((clause) => `- ${clause.says.replace(/^\d\. /, '')} ${link(clause)}`);
        const text = section.example?.(contract);
        const example =
          text === undefined
            ? []
            : ['To the letter, with the ids of this cascade:', `\`\`\`text\n${text}\n\`\`\``];
        return [heading(section.title), lines.join('\n'), ...example];
      });
}

interface Section {
  readonly title: string;
  readonly place: 'before' | 'after';
  readonly has: RegExp;
  /** A text that must be written like this. */
  readonly example?: (contract: Contract) => string | undefined;
}

/** The first that has a clause shows it; the last has all. */
const sections: readonly Section[] = [
  {
    title: 'A failed check',
    place: 'after',
    has: /^(?:1\/validated-first|1\/error-|4\.1\/(?:rule-6|error)|2\.4\/|7\.[12]\/)/,
  },
  { title: 'The text of violations', place: 'after', has: /^7\.3\//, example: bothViolations },
  { title: 'The request', place: 'before', has: /^(?:1\/one-request|2\.1\/|4\.|5\/)/ },
  { title: 'The content of a channel', place: 'before', has: /^2\.2\// },
  { title: 'Cascades', place: 'before', has: /^2\.3\// },
  { title: 'Callbacks', place: 'after', has: /^/ },
];

/** Opening sentence, brackets and separator of §7.3, in one detail. */
function bothViolations({ problems }: Contract): string | undefined {
  return problems.flatMap(({ cases }) => cases).find(({ name }) => name === 'both-violations')?.detail;
}

function heading(text: string): string {
  return `### ${text}`;
}

function link({ id }: Clause): string {
  return `[§${id}](site:clauses.html#${id.replaceAll('/', '-')})`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** The demo numbers for the provider in Python, whose standard library reads no YAML. */
export function pythonDemoNumbers(root: string): GeneratedFile[] {
  const rows = readContract(root).demoNumbers.flatMap(({ number, outcomes }) => [
    `    "${number}": {`,
    ...Object.entries(outcomes).map(([channel, outcome]) => `        "${channel}": ${stateOf(outcome)},`),
    '    },',
  ]);
  const lines = [
    '"""How a message to each demo number ends, by channel (ADR-0038)."""',
    '',
    'OUTCOMES = {',
    ...rows,
    '}',
  ];
  return [
    {
      path: 'examples/provider-python/generated/demo_numbers.py',
      text: `${banner.python}${lines.join('\n')}\n`,
    },
  ];
}

function stateOf({ status, reason }: DemoOutcomeEntry): string {
  const of = reason === null ? '' : `, "reason": "${reason}"`;
  return `{"status": "${status}"${of}}`;
}
