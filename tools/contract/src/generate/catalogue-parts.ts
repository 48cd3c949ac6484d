import { globSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { posix } from 'node:path';
import { stringify } from 'yaml';
import { banner, type GeneratedFile } from '../bundle/index.ts';
import {
  type Decision,
  type ProblemCase,
  type ProblemEntry,
  type ReasonEntry,
  readContract,
  readText,
  readYamlFile,
  requestOfCase,
  toPointer,
  valueAt,
} from '../index.ts';

const components = 'spec/openapi/components';

/**
 * The parts of the descriptions that repeat the catalogue: one example per case and reason, the open lists.
 */
export function catalogueParts(root: string): GeneratedFile[] {
  const { problems, reasons, decisions } = readContract(root);
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
  const detail = one.detail === undefined ? undefined : sourceOfDetail(problem, one);
  const isListed = problem.provenance === 'documented';
  const decisions = [...listOf(problem.decision), ...listOf(detail?.decision)];
  return yamlFile(`${components}/examples/generated/${one.name}.yaml`, {
    summary: one.summary,
    ...(isListed && detail !== undefined ? { description: detail.says } : {}),
    ...illustrating(cite(problem.provenance, [...problem.clauses, ...one.clauses], [...new Set(decisions)])),
    value: { title: problem.title, status: problem.status, detail: one.detail },
  });
}

/** What of a `detail` the source says, and the decision behind the rest. */
function sourceOfDetail(
  problem: ProblemEntry,
  one: ProblemCase,
): { readonly decision: string; readonly says: string } {
  if (problem.clauses.includes('7.3/opening'))
    return {
      decision: 'ADR-0005',
      says: 'All is documented but the first sentence of `detail`, word by word.',
    };
  if (one.clauses.some((clause) => clause.startsWith('7.1/comment-')))
    return {
      decision: 'ADR-0006',
      says: '`title`, `status` and the comment are documented; that it comes in `detail` is ours.',
    };
  return {
    decision: 'ADR-0036',
    says: '`title` and `status` are documented; the text of `detail` is ours.',
  };
}

/** An example that shows anything of ours is assumed; its clauses are those that it illustrates. */
function illustrating(marks: Record<string, unknown>): Record<string, unknown> {
  return 'x-clause' in marks && 'x-assumed' in marks ? { 'x-provenance': 'assumed', ...marks } : marks;
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
      description: `${reason.meaning}\n\nThe status and the reason are documented; the other fields are ours.`,
      ...illustrating(cite('documented', reason.clauses, ['ADR-0015', ...listOf(reason.decision)])),
      value: event,
    }),
    yamlFile(`spec/asyncapi/examples/generated/${name}.yaml`, {
      name,
      summary: reason.meaning,
      payload: event,
    }),
  ];
}

/** The open list of codes; and those of the source alone, by which each status knows what is not its own. */
function problemTitles(cite: Cite, problems: readonly ProblemEntry[]): GeneratedFile[] {
  const assumed = problems.filter(({ provenance }) => provenance === 'assumed');
  const decisions = [...new Set(assumed.flatMap(({ decision }) => listOf(decision)))];
  const documented = problems.filter(({ provenance }) => provenance === 'documented');
  const open = openList(`${components}/schemas/generated/ProblemTitle.yaml`, {
    description: [
      'The short name of the error: the problem code. An open list, which grows (§7, §9): a code that is not listed',
      'may come. `cascade-scheduling-request-not-valid` and `cascade-scheduling-request-is-not-valid` are two spellings',
      'of one code: the title lacks `is`, the list of codes has it. Accept both.',
    ].join(' '),
    ...cite(
      'documented',
      ['2.4/title', '7/codes-grow', '7.1/title-without-is', '7.1/both-spellings'],
      ['ADR-0003', ...decisions],
    ),
    'x-assumed-values': assumed.flatMap(spellings),
    values: problems.flatMap(spellings),
  });
  const listed = yamlFile(`${components}/schemas/generated/ListedProblemTitle.yaml`, {
    type: 'string',
    description: 'The codes that the source lists (§7.1), each with its own status.',
    ...cite('documented', ['2.4/title', '7.1/title-without-is']),
    enum: documented.flatMap(spellings),
  });
  return [open, listed];
}

/** What a problem body may carry in `title`: the title and, where it is written otherwise, the code. */
function spellings({ code, title }: ProblemEntry): readonly string[] {
  return title === code ? [code] : [title, code];
}

/**
 * The problem of each status, named after it: `BadRequestProblem`. It refuses the codes that the source lists
 * with another status. A code of ours is refused nowhere: to the source it is not listed.
 */
function problemSchemas(problems: readonly ProblemEntry[]): GeneratedFile[] {
  return [...new Set(problems.map(({ status }) => status))].map((status) => {
    const own = problems.filter((problem) => problem.status === status).flatMap(spellings);
    return yamlFile(`${components}/schemas/generated/${nameOf(status)}Problem.yaml`, {
      type: 'object',
      description: `A problem with the status ${status} (${phraseOf(status)}), and no code that belongs to another status.`,
      'x-clause': ['2.4/status', '4.1/error-response'],
      required: ['title', 'status'],
      properties: {
        title: {
          $ref: 'ProblemTitle.yaml',
          minLength: 1,
          'x-clause': '2.4/title',
          if: { $ref: 'ListedProblemTitle.yaml' },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
          then: { enum: own },
        },
        status: {
          type: 'integer',
          description: 'The HTTP status of the response, repeated.',
          const: status,
          'x-clause': '2.4/status',
        },
        detail: { $ref: '../ProblemDetail.yaml' },
      },
    });
  });
}

function phraseOf(status: number): string {
  return STATUS_CODES[status] ?? `Status ${status}`;
}

/** A status as a name: `BadRequest`. */
function nameOf(status: number): string {
  return phraseOf(status).replaceAll(' ', '');
}

/** The reason of an event, which may have none; and that of a gateway's report. */
function undeliveredReasons(cite: Cite, reasons: readonly ReasonEntry[]): GeneratedFile[] {
  const values = reasons.flatMap(({ reason, aliases }) => [reason, ...aliases]);
  const marks = cite('documented', ['6/undelivered-event', ...reasons.flatMap(({ clauses }) => clauses)]);
  const says = 'Why the message was not delivered; `null` with every status but `UNDELIVERED`.';
  return [
    openList(`${components}/schemas/generated/UndeliveredReason.yaml`, {
      type: ['string', 'null'],
      description: `${says} An open list, as all lists are.\n\n${reasonTable(reasons)}`,
      ...marks,
      values,
    }),
    openList('spec/gateway/components/schemas/generated/ReportedReason.yaml', {
      description: `Why the gateway did not deliver: an undelivered reason of §7.4. An open list, as all lists are.`,
      ...marks,
      values,
    }),
  ];
}

/** Each reason in words, for viewers and generators: they show no marks and no catalogue. Redoc breaks code. */
function reasonTable(reasons: readonly ReasonEntry[]): string {
  const again = { never: 'never', unknown: 'not known', later: 'later', 'after-fix': 'after a fix' };
  const rows = reasons.map(({ reason, aliases, channels, meaning, retry, documented }) => {
    const names = [reason, ...aliases].map((name) => `**${name}**`).join(' or ');
    const source = (part: 'channels' | 'retry') => (documented.includes(part) ? ' (§7.4)' : '');
    const where = channels.length === 0 ? 'any' : channels.join(', ');
    const when = retry === 'after-setup' ? 'after a change of the account' : again[retry];
    const ours = `${where}${source('channels')} | ${when}${source('retry')}`;
    return `| ${names} | ${meaning.trim()} | ${ours} |\n`;
  });
  return `| Reason | When | Channels (ours) | Send again? (ours) |\n|---|---|---|---|\n${rows.join('')}`;
}

/** An open list: any string, and the values that are listed so far. */
function openList(path: string, { values, ...rest }: Record<string, unknown>): GeneratedFile {
  return yamlFile(path, { type: 'string', ...rest, 'x-extensible-enum': values });
}

type Cite = (
  provenance: 'documented' | 'assumed',
  clauses: readonly string[],
  decisions?: readonly string[],
) => Record<string, unknown>;

/**
 * Marks a node: one with clauses is documented, and names in `x-assumed` the decisions that add to the
 * source.
 */
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

const folders = 'spec/openapi/{components,additions}/responses';

/**
 * The responses that lack an example of the catalogue, with it: behind its neighbour in the catalogue, in the
 * response that the operation of its request has for its status. Everything else in them is written by hand
 * and stays. An operation without a response of that status gets one.
 */
export function responseExamples(root: string): GeneratedFile[] {
  const { problems, decisions } = readContract(root);
  const cite = citing(decisions);
  const cases = problems.flatMap((problem) => problem.cases.map((one) => ({ problem, one })));
  const names = cases.map(({ one }) => one.name);
  const texts = new Map(
    globSync(`${folders}/*.yaml`, { cwd: root }).map((path) => [path, readText(root, path)]),
  );
  const changed = new Map<string, string>();
  const write = (path: string, text: string) => {
    texts.set(path, text);
    changed.set(path, text);
  };
  for (const { problem, one } of cases) {
    if ([...texts.values()].some((text) => lineOf(text, one.name) !== undefined)) continue;
    const path = responseOf(root, problem.status, one);
    const text = withExample(texts.get(path) ?? '', one.name, names);
    if (text !== undefined) write(path, text);
    else if (path === '')
      for (const file of newResponse(root, cite, problem, one)) write(file.path, file.text);
  }
  return [...changed].map(([path, text]) => ({ path, text }));
}

/** A response of a status that its operation did not have, and the operation's file with it. */
function newResponse(
  root: string,
  cite: Cite,
  problem: ProblemEntry,
  one: ProblemCase,
): readonly GeneratedFile[] {
  const file = fileOf(root, requestOfCase(one).path);
  const name = nameOf(problem.status);
  const schema = { $ref: `../schemas/generated/${name}Problem.yaml` };
  const examples = { [one.name]: { $ref: `../examples/generated/${one.name}.yaml` } };
  const response = {
    description: problem.cause,
    ...cite(problem.provenance, problem.clauses, listOf(problem.decision)),
    content: { 'application/problem+json': { schema, examples }, 'application/json': { schema } },
  };
  const path = `${components}/responses/${name}.yaml`;
  const target = posix.relative(posix.dirname(file), path);
  const own = `    '${problem.status}':\n      $ref: ${target}\n`;
  const isLater = (key: string) => key === 'default' || Number(key) > problem.status;
  const text = readText(root, file);
  const next = [...text.matchAll(/^ {4}'?(\d{3}|default)'?:\n/gm)].find(([, key = '']) => isLater(key));
  const at = next?.index ?? text.length;
  return [
    { path, text: stringify(response, { lineWidth: 0 }) },
    { path: file, text: text.slice(0, at) + own + text.slice(at) },
  ];
}

/**
 * The file of the response of this status to the request of a case; empty where the descriptions have none.
 */
function responseOf(root: string, status: number, one: ProblemCase): string {
  const { method, path } = requestOfCase(one);
  const file = fileOf(root, path);
  if (file === '') return '';
  const response = valueAt(
    readYamlFile(root, file).value,
    toPointer([method.toLowerCase(), 'responses', String(status), '$ref']),
  );
  return typeof response === 'string' ? posix.join(posix.dirname(file), response) : '';
}

/** The file of a path; empty where the description has none. */
function fileOf(root: string, path: string): string {
  const openapi = readYamlFile(root, 'spec/openapi/openapi.yaml').value;
  const item = valueAt(openapi, toPointer(['paths', path, '$ref']));
  return typeof item === 'string' ? posix.join('spec/openapi', item) : '';
}

/** The text with the example inserted after its predecessor in the catalogue. */
function withExample(text: string, name: string, names: readonly string[]): string | undefined {
  const before = names.slice(0, names.indexOf(name)).findLast((other) => lineOf(text, other) !== undefined);
  if (before === undefined) return undefined;
  const line = lineOf(text, before) ?? '';
  return text.replace(line, `${line}      ${name}:\n${line.replace(`/${before}.yaml`, `/${name}.yaml`)}`);
}

/** The line by which a response refers to the example of a case. */
function lineOf(text: string, name: string): string | undefined {
  const end = `/examples/generated/${name}.yaml`;
  return text.match(/^ +\$ref: .*\n/gm)?.find((line) => line.trimEnd().endsWith(end));
}

/**
 * spec/scenarios/generated: for each reason of §7.4, that a provider reports it and that a receiver takes it.
 */
export function reasonScenarios(root: string): GeneratedFile[] {
  return readContract(root).reasons.flatMap((reason) => [reportedBy(reason), takenBy(reason)]);
}

/**
 * A word at a demo number shows that the reason can be reported; that its rule holds, only a message can show
 * that breaks it.
 */
function reportedBy({ reason }: ReasonEntry): GeneratedFile {
  return scenario(`reason-${reason}`, {
    says: `The callback reports UNDELIVERED with ${reason}.`,
    phase: 'callback',
    clauses: [
      `7.4/${reason}`,
      '6/undelivered-event',
      '3/UNDELIVERED',
      '3/UNDELIVERED-on-callback',
      '1/undelivered-with-reason',
    ],
    given: { procedure: 'reason' },
    // biome-ignore lint/suspicious/noThenProperty: a section of scenarios is called so.
    then: { reason },
  });
}

function takenBy({ reason }: ReasonEntry): GeneratedFile {
  return scenario(`receiver-takes-${reason}`, {
    says: `A receiver accepts UNDELIVERED with ${reason}.`,
    phase: 'consumers',
    clauses: [`7.4/${reason}`, '6/callback'],
    when: { event: { status: 'UNDELIVERED', error: reason } },
    // biome-ignore lint/suspicious/noThenProperty: as above.
    then: { taken: true },
  });
}

function scenario(id: string, value: object): GeneratedFile {
  return {
    path: `spec/scenarios/generated/${id}.yaml`,
    text: banner.yaml + stringify(value, { lineWidth: 0 }),
  };
}
