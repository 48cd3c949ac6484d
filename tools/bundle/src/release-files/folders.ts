import {
  isNode,
  neighbourRequest,
  type ProblemCase,
  type ProblemEntry,
  provokingRequest,
  readContract,
  readYamlFile,
  repositoryRoot,
} from '@cascade/contract';
import {
  type ExpectedAnswer,
  type Folder,
  type SavedRequest,
  savedLongRequest,
  savedRequest,
} from './saved-request.ts';

const success: ExpectedAnswer = { kind: 'success' };

/** A folder for each operation with its examples, then one for each problem code with its cases. */
export function collectionFolders(): readonly Folder[] {
  const openapi = readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value;
  return [...operationFolders(openapi), ...readContract().problems.map(problemFolder)];
}

function operationFolders(openapi: unknown): Folder[] {
  if (!isNode(openapi) || !isNode(openapi.paths)) return [];
  return Object.entries(openapi.paths).flatMap(([path, item]) =>
    Object.entries(isNode(item) ? item : {}).map(([method, operation]) =>
      operationFolder(path, method.toUpperCase(), operation, openapi),
    ),
  );
}

function operationFolder(path: string, method: string, operation: unknown, openapi: unknown): Folder {
  const { operationId, summary, requestBody } = operation as {
    operationId: string;
    summary: string;
    requestBody: { content: Record<string, { examples: Record<string, { $ref: string }> }> };
  };
  const examples = requestBody.content['application/json']?.examples ?? {};
  const headers = { 'content-type': 'application/json', 'x-api-key': 'demo-key' };
  return {
    name: summary,
    says: `The operation ${operationId}: ${method} ${path}.`,
    requests: Object.entries(examples).map(([name, reference]) => {
      const example = resolve(openapi, reference.$ref);
      const label = { id: name, name: example.summary, expects: success };
      return savedRequest(label, { method, path, headers, body: example.value });
    }),
  };
}

function resolve(openapi: unknown, reference: string): { summary: string; value: unknown } {
  const { components } = openapi as {
    components: { examples: Record<string, { summary: string; value: unknown }> };
  };
  const found = components.examples[reference.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`${reference} is not in the bundle`);
  return found;
}

function problemFolder(problem: ProblemEntry): Folder {
  const { status, code, cause, fix, cases } = problem;
  return {
    name: `${status} ${code}`,
    says: `${cause} ${fix}`,
    requests: cases.flatMap((one) => caseRequests(problem, one)),
  };
}

/** The request that provokes the problem, and its neighbour, which passes. */
function caseRequests({ status, title, code }: ProblemEntry, one: ProblemCase): SavedRequest[] {
  const expects: ExpectedAnswer = { kind: 'problem', status, titles: [...new Set([title, code])] };
  const provoking = provokingRequest(one);
  const neighbour = savedRequest(
    { id: `${one.name}-neighbour`, name: `${one.summary}, fixed: ${one.neighbour.says}`, expects: success },
    neighbourRequest(one),
  );
  const label = { id: one.name, name: one.summary, expects };
  if (one.request.sentBefore !== true) return [savedLongRequest(label, provoking, one.request), neighbour];
  const sent = '{{sentRequestId}}';
  const first = { id: `${one.name}-before`, name: `${one.summary}: the first send`, expects: success };
  return [
    { ...savedRequest(first, provoking, sent), renewsSentRequestId: true },
    savedRequest(label, provoking, sent),
    neighbour,
  ];
}
