import { banner, type GeneratedFile } from '@cascade/bundle';
import {
  type Contract,
  clausePlaces,
  readContract,
  readYamlFile,
  repositoryRoot,
  wordsOfOutcomes,
} from '@cascade/contract';

/** spec/generated/*.md: the decisions, what is not shown, the place of each clause, the demo numbers. */
export function registers(): GeneratedFile[] {
  const contract = readContract();
  return [
    { path: 'spec/generated/decisions.md', text: decisionIndex(contract) },
    { path: 'spec/generated/not-shown.md', text: notShown(contract) },
    { path: 'spec/generated/clauses.md', text: clauseTable(contract) },
    { path: 'spec/generated/demo-numbers.md', text: demoNumberTable(contract) },
  ];
}

function decisionIndex({ decisions }: Contract): string {
  const rows = decisions.map(
    ({ id, file, question, choice, evidence, status }) =>
      `| [${id}](../decisions/${file}) | ${cell(question)} | ${cell(choice)} | ${evidence} | ${status} |`,
  );
  return page('Decisions', 'What the source document leaves open, and what we chose.', [
    '| decision | question | choice | evidence | status |',
    '|---|---|---|---|---|',
    ...rows,
  ]);
}

function notShown({ clauses, decisions }: Contract): string {
  const rows = [...clauses.values()]
    .filter(({ kind }) => kind === 'not-shown')
    .map(({ id, says }) => {
      const answers = decisions.filter((decision) => decision.clauses.includes(id));
      const links = answers.map((answer) => `[${answer.id}](../decisions/${answer.file})`).join(', ');
      return `| ${id} | ${cell(says)} | ${links} |`;
    });
  return page('Not shown', 'What the source document does not show. No implementation is failed on these.', [
    '| clause | open | decided in |',
    '|---|---|---|',
    ...rows,
  ]);
}

function clauseTable({ clauses }: Contract): string {
  const places = clausePlaces({
    'openapi.yaml': readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value,
    'asyncapi.yaml': readYamlFile(repositoryRoot, 'spec/generated/asyncapi.yaml').value,
  });
  const rows = [...clauses.values()]
    .filter(({ kind }) => kind !== 'not-shown')
    .map(({ id, kind, says }) => {
      const where = (places.get(id) ?? []).map(({ file, pointer }) => `\`${file}#${pointer}\``);
      return `| ${id} | ${kind} | ${cell(says)} | ${where.join('<br>')} |`;
    });
  return page('Clauses', 'Where the descriptions say what the source document says.', [
    '| clause | kind | says | described at |',
    '|---|---|---|---|',
    ...rows,
  ]);
}

function demoNumberTable({ demoNumbers }: Contract): string {
  const rows = demoNumbers.map(
    ({ number, outcomes, how }) =>
      `| \`${number}\` | ${wordsOfOutcomes(outcomes)} | ${how === undefined ? '' : cell(how)} |`,
  );
  return page(
    'Demo numbers',
    'What becomes of a message to each of them, in the mock and in the simulator.',
    ['| address | outcome | how |', '|---|---|---|', ...rows],
  );
}

function page(title: string, intro: string, lines: readonly string[]): string {
  return `${banner.markdown}\n# ${title}\n\n${intro}\n\n${lines.join('\n')}\n`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
