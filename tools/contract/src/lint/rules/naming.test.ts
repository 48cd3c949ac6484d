import { expect, test } from 'vitest';
import { asyncapiWithMessage, lint, openapi } from '../testing/lint.ts';

const operation = (operationId: string, rest: object = {}) => ({
  post: { operationId, responses: {}, ...rest },
});

const header = { schema: { type: 'integer' } };
const withHeader = (file: string) =>
  operation('sendText', {
    responses: { 200: { description: 'd', headers: { 'Retry-After': { $ref: file } } } },
  });

const found = await lint('naming', {
  right: openapi(
    {
      paths: { '/api/get-all/{textId}': { $ref: 'paths/api_get-all_{textId}.yaml' } },
      components: {
        schemas: { TextMessage: {} },
        examples: { 'attachmentName-is-too-long': { $ref: 'attachmentName-is-too-long.yaml' } },
      },
    },
    {
      'paths/api_get-all_{textId}.yaml': withHeader('RetryAfter.yaml'),
      'paths/RetryAfter.yaml': header,
      'attachmentName-is-too-long.yaml': { value: 1 },
    },
  ),
  operation: openapi({
    paths: { '/a': operation('textSend'), '/b': operation('send'), '/c': operation('SendText') },
  }),
  path: openapi({ paths: { '/api/getAll': {}, '/api/get_all': {} } }),
  components: openapi({ components: { schemas: { textMessage: {} }, examples: { NoText: { value: 1 } } } }),
  file: openapi(
    { paths: { '/send': withHeader('Later.yaml'), '/list': { $ref: 'other.yaml' } } },
    { 'Later.yaml': header, 'other.yaml': operation('listTexts') },
  ),
  schemaFile: openapi(
    { components: { schemas: { Text: { items: { $ref: 'text-part.yaml' } } } } },
    { 'text-part.yaml': {} },
  ),
  message: asyncapiWithMessage(
    { name: 'n' },
    { operations: { statusSent: { action: 'send', channel: { $ref: '#/channels/callback' } } } },
  ),
});

const messages = (findings: readonly { message: string }[]) => findings.map(({ message }) => message);

test('names as they should be', () => {
  expect(found.right).toEqual([]);
});

test('operations are a verb and a noun', () => {
  expect(found.operation.map(({ at }) => at)).toEqual([
    'root.yaml#/paths/~1a/post/operationId',
    'root.yaml#/paths/~1b/post/operationId',
    'root.yaml#/paths/~1c/post/operationId',
  ]);
});

test('segments of paths', () => {
  expect(messages(found.path)).toEqual([
    'expected kebab-case segments, found /api/getAll',
    'expected kebab-case segments, found /api/get_all',
  ]);
});

test('components', () => {
  expect(messages(found.components)).toEqual([
    'expected PascalCase, found textMessage',
    'expected kebab-case, found NoText',
  ]);
});

test('files are named after their contents', () => {
  expect(found.file).toEqual([
    {
      at: 'root.yaml#/paths/~1send/post/responses/200/headers/Retry-After',
      message: 'expected the file name RetryAfter, after its contents, found Later',
    },
    {
      at: 'root.yaml#/paths/~1list',
      message: 'expected the file name list, after its contents, found other',
    },
  ]);
});

test('files of schemas', () => {
  expect(messages(found.schemaFile)).toEqual(['expected PascalCase, found text-part']);
});

test('operations of AsyncAPI', () => {
  expect(messages(found.message)).toEqual([
    expect.stringMatching(/^expected a verb .* and a noun, .* found statusSent$/),
  ]);
});
