import type { ExpectedAnswer, Folder, SavedRequest, Variable } from './saved-request.ts';

/** A Postman collection, format 2.1, which Insomnia, Hoppscotch and others import too. */
export function postmanCollection(
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
      ...preparation(request).map((line) => scriptOf('prerequest', [line])),
      scriptOf('test', testsOf(expects)),
    ],
    request: {
      method,
      header: Object.entries(headers).map(([key, value]) => ({ key, value })),
      url: { raw: `{{baseUrl}}${path}`, host: ['{{baseUrl}}'], path: path.split('/').slice(1) },
      body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } },
    },
    response: [],
  };
}

function preparation({ renewsSentRequestId, longText }: SavedRequest): string[] {
  return [
    ...(renewsSentRequestId
      ? ["pm.collectionVariables.set('sentRequestId', pm.variables.replaceIn('{{$guid}}'));"]
      : []),
    ...(longText === undefined ? [] : [`pm.variables.set('longText', 'x'.repeat(${longText}));`]),
  ];
}

function testsOf(expects: ExpectedAnswer): string[] {
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
