import { STATUS_CODES } from 'node:http';
import { banner, type GeneratedFile } from '@cascade/bundle';
import {
  type Decision,
  type ProblemCase,
  type ProblemEntry,
  type ReasonEntry,
  readContract,
} from '@cascade/contract';
import { stringify } from 'yaml';

const components = 'spec/openapi/components';

/** The parts of the descriptions that repeat the catalogue: one example per case and reason, the open lists. */
export function catalogueParts(): GeneratedFile[] {
  const { problems, reasons, decisions } = readContract();
  const cite = citing(decisions);
  return [
    ...problems.flatMap((problem) => problem.cases.map((one) => problemExample(cite, problem, one))),
    ...reasons.flatMap((reason) =>
      [reason.reason, ...reason.aliases].flatMap((spelling) => reasonExamples(cite, reason, spelling)),
    ),
    ...problemTitles(cite, problems),
    ...problemSchemas(problems),
    ...undeliveredReasons(cite, reasons),
  ];
}

function problemExample(cite: Cite, problem: ProblemEntry, one: ProblemCase): GeneratedFile {
  return yamlFile(`${components}/examples/generated/${one.name}.yaml`, {
    summary: one.summary,
    ...cite(problem.provenance, [...problem.clauses, ...one.clauses], listOf(problem.decision)),
    value: { title: problem.title, status: problem.status, detail: one.detail },
  });
}

function reasonExamples(cite: Cite, reason: ReasonEntry, spelling: string): GeneratedFile[] {
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
      ...cite('documented', reason.clauses, ['ADR-0015', ...listOf(reason.decision)]),
      value: event,
    }),
    yamlFile(`spec/asyncapi/examples/generated/${name}.yaml`, {
      name,
      summary: reason.meaning,
      payload: event,
    }),
  ];
}

function problemTitles(cite: Cite, problems: readonly ProblemEntry[]): GeneratedFile[] {
  return openList('ProblemTitle', {
    description: 'The short name of the error: the problem code. An open list: it grows (§7, §9).',
    ...cite('documented', ['2.4/title', '7/codes-grow', '7.1/both-spellings'], ['ADR-0003']),
    'x-assumed-values': problems
      .filter(({ provenance }) => provenance === 'assumed')
      .flatMap(({ code, title }) => (title === code ? [code] : [title, code])),
    values: problems.flatMap(({ code, title }) => (title === code ? [code] : [title, code])),
  });
}

/** The problem of each status, named after it: `BadRequestProblem`. */
function problemSchemas(problems: readonly ProblemEntry[]): GeneratedFile[] {
  return [...new Set(problems.map(({ status }) => status))].map((status) => {
    const phrase = STATUS_CODES[status] ?? `Status ${status}`;
    return yamlFile(`${components}/schemas/generated/${phrase.replaceAll(' ', '')}Problem.yaml`, {
      description: `A problem with the status ${status} (${phrase}).`,
      'x-clause': '2.4/status',
      allOf: [
        { $ref: '../Problem.yaml' },
        {
          type: 'object',
          required: ['status'],
          properties: { status: { const: status } },
          additionalProperties: true,
        },
      ],
    });
  });
}

function undeliveredReasons(cite: Cite, reasons: readonly ReasonEntry[]): GeneratedFile[] {
  return openList('UndeliveredReason', {
    description: 'Why the message was not delivered. An open list, as all lists are.',
    ...cite('documented', ['6/undelivered-event', '7.4/no-template-match-spellings']),
    values: reasons.flatMap(({ reason, aliases }) => [reason, ...aliases]),
  });
}

/** An open list, and its listed values under a name of their own: code generators call them by it. */
function openList(name: string, { values, ...rest }: Record<string, unknown>): GeneratedFile[] {
  const listed = `Listed${name}`;
  const { description: _, ...marks } = rest;
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

type Cite = (
  provenance: 'documented' | 'assumed',
  clauses: readonly string[],
  decisions?: readonly string[],
) => Record<string, unknown>;

/** Marks a node: one with clauses is documented, and names in `x-assumed` the decisions that add to the source. */
function citing(known: readonly Decision[]): Cite {
  const additions = new Set(known.filter(({ kind }) => kind === 'addition').map(({ id }) => id));
  return (provenance, clauses, decisions = []) => {
    const adds = (id: string) => provenance === 'assumed' || additions.has(id);
    const marks = {
      'x-clause': clauses,
      'x-decision': decisions.filter((id) => !adds(id)),
      'x-assumed': decisions.filter(adds),
    };
    const given = Object.entries(marks).filter(([, ids]) => ids.length > 0);
    return Object.fromEntries(given.map(([name, ids]) => [name, oneOrAll(ids)]));
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
