import { type ProblemCase, type ProblemEntry, type ReasonEntry, readContract } from '@cascade/contract';
import { stringify } from 'yaml';
import { banner, type GeneratedFile } from './generated-file.ts';

const components = 'spec/openapi/components';

/** The parts of the descriptions that repeat the catalogue: one example per case and reason, the open lists. */
export function catalogueParts(): GeneratedFile[] {
  const { problems, reasons } = readContract();
  return [
    ...problems.flatMap((problem) => problem.cases.map((one) => problemExample(problem, one))),
    ...reasons.flatMap((reason) =>
      [reason.reason, ...reason.aliases].flatMap((spelling) => reasonExamples(reason, spelling)),
    ),
    ...problemTitles(problems),
    ...undeliveredReasons(reasons),
  ];
}

function problemExample(problem: ProblemEntry, one: ProblemCase): GeneratedFile {
  return yamlFile(`${components}/examples/generated/${one.name}.yaml`, {
    summary: one.summary,
    'x-provenance': problem.provenance,
    ...citing([...problem.clauses, ...one.clauses], listOf(problem.decision)),
    value: { title: problem.title, status: problem.status, detail: one.detail },
  });
}

function reasonExamples(reason: ReasonEntry, spelling: string): GeneratedFile[] {
  const name = `undelivered-${spelling}`;
  const event = {
    requestId: '7c42344c-aeea-41c9-834b-eb627136f400',
    messageId: 8681749,
    cascadeId: 31634,
    cascadeStageUUID: '2ede9313-0539-463a-9ec3-898506f4937a',
    subject: 'news',
    subjectId: 2,
    channelType: 'CHATTWO',
    status: 'UNDELIVERED',
    statusAt: '2026-01-30T11:07:55Z',
    error: spelling,
    comment: null,
  };
  return [
    yamlFile(`${components}/examples/generated/${name}.yaml`, {
      summary: `Undelivered: ${spelling}`,
      description: reason.meaning,
      'x-provenance': 'documented',
      ...citing(reason.clauses, ['ADR-0015', ...listOf(reason.decision)]),
      value: event,
    }),
    yamlFile(`spec/asyncapi/examples/generated/${name}.yaml`, {
      name,
      summary: reason.meaning,
      payload: event,
    }),
  ];
}

function problemTitles(problems: readonly ProblemEntry[]): GeneratedFile[] {
  return openList('ProblemTitle', {
    description: 'The short name of the error: the problem code. An open list: it grows (§7, §9).',
    'x-provenance': 'documented',
    ...citing(['2.4/title', '7/codes-grow', '7.1/both-spellings'], ['ADR-0003']),
    'x-assumed-values': problems
      .filter(({ provenance }) => provenance === 'assumed')
      .flatMap(({ code, title }) => (title === code ? [code] : [title, code])),
    values: problems.flatMap(({ code, title }) => (title === code ? [code] : [title, code])),
  });
}

function undeliveredReasons(reasons: readonly ReasonEntry[]): GeneratedFile[] {
  return openList('UndeliveredReason', {
    description: 'Why the message was not delivered. An open list, as all lists are.',
    'x-provenance': 'documented',
    ...citing(['6/undelivered-event', '7.4/no-template-match-spellings']),
    values: reasons.flatMap(({ reason, aliases }) => [reason, ...aliases]),
  });
}

/** An open list, and its listed values under a name of their own: code generators call them by it. */
function openList(name: string, { values, ...rest }: Record<string, unknown>): GeneratedFile[] {
  const listed = `Listed${name}`;
  const { description: _, 'x-assumed-values': __, ...marks } = rest;
  return [
    yamlFile(`${components}/schemas/generated/${name}.yaml`, {
      ...rest,
      anyOf: [{ $ref: `${listed}.yaml` }, { type: 'string' }],
    }),
    yamlFile(`${components}/schemas/generated/${listed}.yaml`, {
      type: 'string',
      description: `The values of \`${name}\` that are listed so far.`,
      ...marks,
      enum: values,
    }),
  ];
}

function citing(clauses: readonly string[], decisions: readonly string[] = []): Record<string, unknown> {
  return {
    ...(clauses.length === 0 ? {} : { 'x-clause': oneOrAll(clauses) }),
    ...(decisions.length === 0 ? {} : { 'x-decision': oneOrAll(decisions) }),
  };
}

function oneOrAll(ids: readonly string[]): string | readonly string[] {
  const [only] = ids;
  return ids.length === 1 && only !== undefined ? only : ids;
}

function listOf(decision: string | undefined): readonly string[] {
  return decision === undefined ? [] : [decision];
}

function yamlFile(path: string, value: unknown): GeneratedFile {
  return { path, text: banner.yaml + stringify(value, { lineWidth: 0 }) };
}
