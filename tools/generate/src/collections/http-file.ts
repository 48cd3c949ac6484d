import { banner } from '../generated-file.ts';
import type { Folder, SavedRequest, Variable } from './saved-request.ts';

/**
 * A file for the REST Client of VS Code, httpYac and others. It has no scripts: a request that needs one to make a
 * long text asks the mock for the answer instead, and a request id is taken from the answer to the first send.
 * `# expect` names the answer, for people and for tests.
 */
export function httpFile(says: string, folders: readonly Folder[], variables: readonly Variable[]): string {
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
    '',
    bodyOf(request),
  ].join('\n');
}

function bodyOf({ body, renewsSentRequestId }: SavedRequest): string {
  const requestId = renewsSentRequestId ? '{{$guid}}' : '{{sentFirst.response.body.$.requestId}}';
  return body.replace('{{sentRequestId}}', requestId).replace('{{longText}}', 'x');
}
