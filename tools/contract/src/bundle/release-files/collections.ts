import { readFileSync } from 'node:fs';
import { amountOf, type Check, type Contract, edited, readContract } from '../../index.ts';
import { banner, type GeneratedFile } from '../generated-files.ts';
import {
  collectionFolders,
  type ExpectedAnswer,
  type Folder,
  type SavedRequest,
  type Variable,
  variables,
} from './folders.ts';

/** A Postman collection, format 2.1, which Insomnia, Hoppscotch and others import too. */
function postmanCollection(
  name: string,
  says: string,
  folders: readonly Folder[],
  variables: readonly Variable[],
): unknown {
  return {
    info: {
      name,
      description: says,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: variables.map(({ name: key, value, says: description }) => ({
      key,
      value,
      type: 'string',
      description,
    })),
    item: folders.map((folder) => ({
      name: folder.name,
      description: folder.says,
      item: folder.requests.map(postmanItem),
    })),
  };
}

function postmanItem(request: SavedRequest): unknown {
  const { name, method, path, headers, body, expects } = request;
  return {
    name,
    event: [
      ...postmanPreparation(request).map((line) => scriptOf('prerequest', [line])),
      scriptOf('test', postmanTests(expects)),
    ],
    request: {
      method,
      header: Object.entries(headers).map(([key, value]) => ({ key, value })),
      url: { raw: `{{baseUrl}}${path}`, host: ['{{baseUrl}}'], path: path.split('/').slice(1) },
      ...(body === undefined
        ? {}
        : { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    },
    response: [],
  };
}

function postmanPreparation({ renewsSentRequestId, longText }: SavedRequest): string[] {
  return [
    ...(renewsSentRequestId
      ? ["pm.collectionVariables.set('sentRequestId', pm.variables.replaceIn('{{$guid}}'));"]
      : []),
    ...(longText === undefined ? [] : [`pm.variables.set('longText', 'x'.repeat(${longText}));`]),
  ];
}

function postmanTests(expects: ExpectedAnswer): string[] {
  if (expects.kind === 'success')
    return ["pm.test('is answered with success', () => pm.response.to.be.success);"];
  const { status, titles } = expects;
  return [
    `pm.test('is answered with ${status}', () => pm.response.to.have.status(${status}));`,
    `pm.test('has the problem code as title', () => pm.expect(${JSON.stringify(titles)}).to.include(pm.response.json().title));`,
  ];
}

function scriptOf(listen: 'prerequest' | 'test', exec: readonly string[]): unknown {
  return { listen, script: { type: 'text/javascript', exec } };
}

/**
 * A Bruno collection: a folder of .bru files, which have no comments, so `says` names the command that writes
 * them.
 */
function brunoCollection(
  root: string,
  { name, says }: { readonly name: string; readonly says: string },
  folders: readonly Folder[],
  variables: readonly Variable[],
): GeneratedFile[] {
  const manifest = { version: '1', name, type: 'collection', ignore: ['node_modules', '.git'] };
  const values = variables.map(({ name: key, value }) => `${key}: ${value}`);
  return [
    { path: `${root}/bruno.json`, text: `${JSON.stringify(manifest, null, 2)}\n` },
    {
      path: `${root}/collection.bru`,
      text: blocks([block('vars:pre-request', values), block('docs', says.split('\n'))]),
    },
    ...folders.flatMap((folder, index) => brunoFolder(root, folder, index + 1)),
  ];
}

function brunoFolder(root: string, { name, says, requests }: Folder, position: number): GeneratedFile[] {
  const path = `${root}/${slug(name)}`;
  return [
    {
      path: `${path}/folder.bru`,
      text: blocks([block('meta', [`name: ${name}`, `seq: ${position}`]), block('docs', [says])]),
    },
    ...requests.map((request, index) => ({
      path: `${path}/${request.id}.bru`,
      text: brunoRequest(request, index + 1),
    })),
  ];
}

function brunoRequest(request: SavedRequest, position: number): string {
  const { name, method, path, headers, body, expects } = request;
  const ofBody = headers['content-type'] === 'application/json' ? 'json' : 'text';
  const kind = body === undefined ? 'none' : ofBody;
  const prepared = brunoPreparation(request);
  return blocks([
    block('meta', [`name: ${name}`, 'type: http', `seq: ${position}`]),
    block(method.toLowerCase(), [`url: {{baseUrl}}${path}`, `body: ${kind}`, 'auth: none']),
    block(
      'headers',
      Object.entries(headers).map(([key, value]) => `${key}: ${value}`),
    ),
    ...(body === undefined ? [] : [block(`body:${kind}`, body.split('\n'))]),
    ...(prepared.length === 0 ? [] : [block('script:pre-request', prepared)]),
    block('tests', brunoTests(expects)),
  ]);
}

function brunoPreparation({ renewsSentRequestId, longText }: SavedRequest): string[] {
  return [
    ...(renewsSentRequestId ? ['bru.setVar("sentRequestId", bru.interpolate("{{$guid}}"));'] : []),
    ...(longText === undefined ? [] : [`bru.setVar("longText", "x".repeat(${longText}));`]),
  ];
}

function brunoTests(expects: ExpectedAnswer): string[] {
  if (expects.kind === 'success')
    return [
      'test("is answered with success", () => {',
      '  expect(res.getStatus()).to.be.within(200, 299);',
      '});',
    ];
  const { status, titles } = expects;
  return [
    `test("is answered with ${status}", () => {`,
    `  expect(res.getStatus()).to.equal(${status});`,
    '});',
    'test("has the problem code as title", () => {',
    `  expect(${JSON.stringify(titles)}).to.include(res.getBody().title);`,
    '});',
  ];
}

function block(name: string, lines: readonly string[]): string {
  return [`${name} {`, ...lines.map((line) => (line === '' ? '' : `  ${line}`)), '}'].join('\n');
}

function blocks(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("'", '')
    .replaceAll(/[^a-z0-9]+/g, '-');
}

/**
 * A file for the REST Client of VS Code, httpYac and others. It has no scripts: a request that needs one to
 * make a long text asks the mock for the answer instead, and a request id is taken from the answer to the
 * first send. `# expect` names the answer, for people and for tests.
 */
function httpFile(says: string, folders: readonly Folder[], variables: readonly Variable[]): string {
  return [
    banner.yaml + says.split('\n').slice(0, -1).map(comment).join('\n'),
    variables.map(({ name, value, says: why }) => `# ${why}\n@${name} = ${value}`).join('\n'),
    ...folders.flatMap((folder) => folder.requests.map((request) => section(folder, request))),
  ]
    .join('\n\n')
    .concat('\n');
}

function comment(line: string): string {
  return line === '' ? '#' : `# ${line}`;
}

function section({ name: folder, says }: Folder, request: SavedRequest): string {
  const { name, method, path, expects, renewsSentRequestId, longText } = request;
  const answer = expects.kind === 'success' ? '2xx' : `${expects.status} ${expects.titles.join(' or ')}`;
  const prefer = longText === undefined ? {} : { prefer: `example=${request.id}` };
  return [
    `### ${folder}: ${name}`,
    comment(says),
    `# expect ${answer}`,
    ...(renewsSentRequestId ? ['# @name sentFirst'] : []),
    `${method} {{baseUrl}}${path}`,
    ...Object.entries({ ...request.headers, ...prefer }).map(([key, value]) => `${key}: ${value}`),
    ...(request.body === undefined ? [] : ['', bodyOf(request)]),
  ].join('\n');
}

function bodyOf({ body = '', renewsSentRequestId }: SavedRequest): string {
  const requestId = renewsSentRequestId ? '{{$guid}}' : '{{sentFirst.response.body.$.requestId}}';
  return body.replace('{{sentRequestId}}', requestId).replace('{{longText}}', 'x');
}

/**
 * llms.txt (llmstxt.org): a title, a summary, the rules in short, files with a note each. The portal adds its
 * pages.
 */
function llmsText({ problems, limits, checks }: Contract): string {
  const repeated = problems.filter(({ retry }) => retry === 'later').map(({ code }) => code);
  const lines = limits.map((limit) => `- ${limit.says}: ${amountOf(limit)}.`);
  const template = readFileSync(new URL('llms.template.txt', import.meta.url), 'utf8');
  const parts = {
    '{{repeated}}': repeated.join(', '),
    '{{checks}}': checks.map(checkLine).join('\n'),
    '{{limits}}': lines.join('\n'),
  };
  return Object.entries(parts).reduce((text, [mark, part]) => edited(text, mark, part), template);
}

/** A check with its codes, in the order in which they are found. */
function checkLine({ name, says, problems, before }: Check): string {
  const codes = problems.map(({ code, status }) => `${status} \`${code}\``);
  const earlier = before.map(({ problem, says }) => `${problem.status} \`${problem.code}\` for ${says}`);
  return `  - ${name}: ${says.replace(/^\d\. /, '')} Else ${[...earlier, ...codes].join(', ')}.`;
}

/** Where the collections are. */
export const collectionsFolder = 'spec/collections/generated';
const name = 'Cascade messaging';
const says = [
  'The operations of the contract, and for each problem code a request that provokes it and a neighbour that passes.',
  'The variables fit the mock: node packages/mock/src/cli.ts. Each send has a new request id.',
  'Generated from spec/ by `npm run generate`.',
].join('\n');

/** spec/collections/generated: the requests of the contract for Postman, Bruno and editors; and llms.txt. */
export function collections(): GeneratedFile[] {
  const folders = collectionFolders();
  const postman = postmanCollection(name, says, folders, variables);
  return [
    {
      path: `${collectionsFolder}/cascade.postman_collection.json`,
      text: `${JSON.stringify(postman, null, 2)}\n`,
    },
    { path: `${collectionsFolder}/cascade.http`, text: httpFile(says, folders, variables) },
    ...brunoCollection(`${collectionsFolder}/bruno`, { name, says }, folders, variables),
    { path: 'spec/generated/llms.txt', text: llmsText(readContract()) },
  ];
}
