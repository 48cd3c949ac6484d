import type { GeneratedFile } from '../generated-files.ts';
import type { ExpectedAnswer, Folder, SavedRequest, Variable } from './saved-request.ts';

/** A Bruno collection: a folder of .bru files, which have no comments, so `says` names the command that writes them. */
export function brunoCollection(
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
  const kind = headers['content-type'] === 'application/json' ? 'json' : 'text';
  const prepared = preparation(request);
  return blocks([
    block('meta', [`name: ${name}`, 'type: http', `seq: ${position}`]),
    block(method.toLowerCase(), [`url: {{baseUrl}}${path}`, `body: ${kind}`, 'auth: none']),
    block(
      'headers',
      Object.entries(headers).map(([key, value]) => `${key}: ${value}`),
    ),
    block(`body:${kind}`, body.split('\n')),
    ...(prepared.length === 0 ? [] : [block('script:pre-request', prepared)]),
    block('tests', testsOf(expects)),
  ]);
}

function preparation({ renewsSentRequestId, longText }: SavedRequest): string[] {
  return [
    ...(renewsSentRequestId ? ['bru.setVar("sentRequestId", bru.interpolate("{{$guid}}"));'] : []),
    ...(longText === undefined ? [] : [`bru.setVar("longText", "x".repeat(${longText}));`]),
  ];
}

function testsOf(expects: ExpectedAnswer): string[] {
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
