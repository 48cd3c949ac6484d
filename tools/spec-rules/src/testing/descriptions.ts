import type { Description } from './lint.ts';

/** An OpenAPI description with these members at its root. */
export function openapi(members: object, files: Description['files'] = {}): Description {
  return { root: { openapi: '3.1.0', info: { title: 't', version: '1' }, paths: {}, ...members }, files };
}

/** An OpenAPI description whose one request body has this schema. */
export function openapiWithRequest(schema: object, files: Description['files'] = {}): Description {
  const requestBody = { content: { 'application/json': { schema } } };
  return openapi({ paths: { '/send': { post: { requestBody, responses: {} } } } }, files);
}

/** An OpenAPI description whose one operation has these responses. */
export function openapiWithResponses(responses: object): Description {
  return openapi({ paths: { '/send': { post: { responses } } } });
}

/** An OpenAPI description with these component schemas. */
export function openapiWithSchemas(schemas: object): Description {
  return openapi({ components: { schemas } });
}

/** An AsyncAPI description with one message. */
export function asyncapiWithMessage(message: object, members: object = {}): Description {
  const channels = { callback: { address: 'a', messages: { status: message } } };
  return { root: { asyncapi: '3.0.0', info: { title: 't', version: '1' }, channels, ...members } };
}
