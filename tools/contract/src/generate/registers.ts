import { banner, type GeneratedFile } from '../bundle/index.ts';
import {
  type Contract,
  clausePlaces,
  type Decision,
  readContract,
  readYamlFile,
  wordsOfOutcomes,
} from '../index.ts';

/**
 * spec/generated/*.md: the decisions, what is not shown, the place of each clause, the demo numbers; and the
 * ids that mutants may cite.
 */
export function registers(root: string): GeneratedFile[] {
  const contract = readContract(root);
  return [
    { path: 'spec/generated/decisions.md', text: decisionIndex(contract) },
    { path: 'spec/generated/not-shown.md', text: notShown(contract) },
    { path: 'spec/generated/clauses.md', text: clauseTable(root, contract) },
    { path: 'spec/generated/demo-numbers.md', text: demoNumberTable(contract) },
    { path: 'packages/verifier/mutants/generated/cited.ts', text: citedTypes(contract) },
  ];
}

/** What a mutant may cite, as types: an id that is misspelt is an error in the editor. */
function citedTypes({ clauses, decisions }: Contract): string {
  const union = (ids: readonly string[]) => ids.map((id) => `\n  | '${id}'`).join('');
  return `${banner.code}
/** A statement of the source document: \`spec/clauses.yaml\`. */
export type ClauseId =${union([...clauses.keys()])};

/** A decision of \`spec/decisions\`. */
export type DecisionId =${union(decisions.map(({ id }) => id))};
`;
}

function decisionIndex({ decisions }: Contract): string {
  return page('Decisions', 'What the source document leaves open, and what we chose.', {
    columns: ['decision', 'question', 'choice', 'evidence', 'status'],
    rows: decisions.map(({ question, choice, evidence, status, ...decision }) => [
      linkTo(decision),
      question,
      choice,
      evidence,
      status,
    ]),
  });
}

function notShown({ clauses, decisions }: Contract): string {
  const open = [...clauses.values()].filter(({ kind }) => kind === 'not-shown');
  return page('Not shown', 'What the source document does not show. No implementation is failed on these.', {
    columns: ['clause', 'open', 'decided in'],
    rows: open.map(({ id, says }) => {
      const answers = decisions.filter((decision) => decision.clauses.includes(id));
      return [id, says, answers.map(linkTo).join(', ')];
    }),
  });
}

function linkTo({ id, file }: Pick<Decision, 'id' | 'file'>): string {
  return `[${id}](../decisions/${file})`;
}

function clauseTable(root: string, { clauses }: Contract): string {
  const places = clausePlaces({
    'openapi.yaml': readYamlFile(root, 'spec/generated/openapi-annotated.yaml').value,
    'asyncapi.yaml': readYamlFile(root, 'spec/generated/asyncapi-annotated.yaml').value,
  });
  const shown = [...clauses.values()].filter(({ kind }) => kind !== 'not-shown');
  return page('Clauses', 'Where the descriptions say what the source document says.', {
    columns: ['clause', 'kind', 'says', 'described at'],
    rows: shown.map(({ id, kind, says }) => {
      const where = (places.get(id) ?? []).map(({ file, pointer }) => `\`${file}#${pointer}\``);
      return [id, kind, says, where.join('<br>')];
    }),
  });
}

function demoNumberTable({ demoNumbers }: Contract): string {
  return page(
    'Demo numbers',
    'What becomes of a message to each of them, in the mock and in the simulator.',
    {
      columns: ['address', 'outcome', 'how'],
      rows: demoNumbers.map(({ number, outcomes, how = '' }) => [
        `\`${number}\``,
        wordsOfOutcomes(outcomes),
        how,
      ]),
    },
  );
}

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function page(title: string, intro: string, { columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |\n`;
  const head = `${line(columns)}|${'---|'.repeat(columns.length)}\n`;
  return `${banner.markdown}\n# ${title}\n\n${intro}\n\n${head}${rows.map(line).join('')}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
