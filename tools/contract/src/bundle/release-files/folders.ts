import {
  type CatalogueRequest,
  type DescribedOperation,
  neighbourRequest,
  objectOf,
  operationsOf,
  type ProblemCase,
  type ProblemEntry,
  readContract,
  readYamlFile,
  repositoryRoot,
  requestOfCase,
  targetOf,
  valueAt,
} from '../../index.ts';

/** A request of a collection. Its strings may contain `{{variables}}`. */
export interface SavedRequest {
  /** Unique in the collection; for file names. */
  readonly id: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, indented by two blanks; absent if the operation takes none. */
  readonly body?: string;
  readonly expects: ExpectedAnswer;
  /** Gives `{{sentRequestId}}` a new value before it is sent. */
  readonly renewsSentRequestId?: true;
  /** `{{longText}}` stands for that many characters: the body would be too large to write down. */
  readonly longText?: number;
}

/** Any 2xx, or a problem with one of the spellings of its code. */
export type ExpectedAnswer =
  | { readonly kind: 'success' }
  | { readonly kind: 'problem'; readonly status: number; readonly titles: readonly string[] };

/** Requests that belong together. */
export interface Folder {
  readonly name: string;
  readonly says: string;
  readonly requests: readonly SavedRequest[];
}

/** A variable of every collection, with the value that fits the mock. */
export interface Variable {
  readonly name: string;
  readonly value: string;
  readonly says: string;
}

export const variables: readonly Variable[] = [
  {
    name: 'baseUrl',
    value: 'http://127.0.0.1:4010',
    says: 'Where the provider listens; the mock, if unchanged.',
  },
  { name: 'apiKey', value: 'demo-key', says: 'Your key.' },
  { name: 'poorKey', value: 'poor-key', says: 'The key of an account without money, for out-of-balance.' },
  {
    name: 'callbackUrl',
    value: 'http://127.0.0.1:4011/console/callback',
    says: 'Where callbacks go; the console of the portal, if unchanged.',
  },
];

/** The variable that holds a new UUID in each send: Postman, Bruno and the REST Client of VS Code have it. */
const freshId = '{{$guid}}';

/** What a request is called, and which answer it gets. */
interface Label {
  readonly id: string;
  readonly name: string;
  readonly expects: ExpectedAnswer;
}

/** An HTTP request with the variables of the collections in place of keys, request ids and callback URL. */
function savedRequest(label: Label, request: CatalogueRequest, requestId = freshId): SavedRequest {
  const { method, path, headers } = request;
  return {
    ...label,
    method,
    path,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, keyVariable(value)])),
    ...(request.body === undefined
      ? {}
      : { body: JSON.stringify(withVariables(request.body, path, requestId), null, 2) }),
  };
}

/** The same with `{{longText}}`, where the case repeats a text. */
function savedLongRequest(
  label: Label,
  request: CatalogueRequest,
  { repeat }: ProblemCase['request'],
): SavedRequest {
  const long = repeat === undefined ? undefined : valueAt(request, repeat.at);
  if (repeat === undefined || typeof long !== 'string') return savedRequest(label, request);
  const saved = savedRequest(label, request);
  return { ...saved, body: (saved.body ?? '').replace(long, '{{longText}}'), longText: repeat.times };
}

function keyVariable(value: string): string {
  const variable = variables.find(({ name, value: known }) => /Key$/.test(name) && known === value);
  return variable === undefined ? value : `{{${variable.name}}}`;
}

function withVariables(body: unknown, path: string, requestId: string): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if (path === '/api/callback/set' && isHttps(body)) return { ...body, statusCallbackUrl: '{{callbackUrl}}' };
  return path.startsWith('/api/cascade/') && 'requestId' in body ? { ...body, requestId } : body;
}

function isHttps(body: object): boolean {
  return 'statusCallbackUrl' in body && String(body.statusCallbackUrl).startsWith('https://');
}

const success: ExpectedAnswer = { kind: 'success' };

/** A folder for each operation with its examples, then one for each problem code with its cases. */
export function collectionFolders(): readonly Folder[] {
  const openapi = readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value;
  const called = operationsOf(openapi).filter(({ part }) => part === 'paths');
  return [
    ...called.map((operation) => operationFolder(operation, openapi)),
    ...readContract().problems.map(problemFolder),
  ];
}

function operationFolder({ path, method: key, node }: DescribedOperation, openapi: unknown): Folder {
  const method = key.toUpperCase();
  const examples = objectOf(valueAt(node, '/requestBody/content/application~1json/examples'));
  const headers = { 'content-type': 'application/json', 'x-api-key': 'demo-key' };
  const folder = {
    name: String(node.summary),
    says: `The operation ${node.operationId}: ${method} ${path}.`,
  };
  if (node.requestBody === undefined) {
    const label = { id: String(node.operationId), name: String(node.summary), expects: success };
    const request = { method, path, headers: { 'x-api-key': 'demo-key' }, body: undefined };
    return { ...folder, requests: [savedRequest(label, request)] };
  }
  return {
    ...folder,
    requests: Object.entries(examples).map(([id, reference]) => {
      const { summary, value } = targetOf(openapi, reference);
      if (value === undefined) throw new Error(`the example ${id} of ${path} has no value`);
      const label = { id, name: String(summary), expects: success };
      return savedRequest(label, { method, path, headers, body: value });
    }),
  };
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
  const provoking = requestOfCase(one);
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
