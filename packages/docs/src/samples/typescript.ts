import { isObject } from '../objects.ts';
import { doubleQuoted, type LiteralSyntax, literalOf } from './literals.ts';
import { bodyFile, keyVariable, type PreparedRequest, type SampleBody } from './sample-request.ts';

const calls: Readonly<Record<string, string>> = {
  '/api/cascade/schedule': 'schedule',
  '/api/cascade/get-all': 'listCascades',
  '/api/callback/set': 'setCallback',
  '/api/message-matchers/get-by-request': 'listTemplates',
};

/** A program with `@cascade/client`, or with `fetch` if the client does not send such requests. */
export function typescriptOf(request: PreparedRequest): string {
  const { method, url, headers, key, body } = request;
  const [path, call] = Object.entries(calls).find(([one]) => url.endsWith(one)) ?? [];
  const isPlain =
    method === 'POST' &&
    headers.every(([name, value]) => name.toLowerCase() === 'content-type' && value === 'application/json');
  if (path === undefined || call === undefined || !isPlain || key === undefined) return withFetch(request);
  if (body?.kind !== 'json' || !isObject(body.value)) return withFetch(request);
  return `import { createCascadeClient } from '@cascade/client';

const client = createCascadeClient({
  baseUrl: ${quote(url.slice(0, -path.length))},
  apiKey: ${keyOf(key)},
});

const { data, error } = await client.${call}(${literalOf(body.value, typescriptSyntax)});
console.log(data ?? error);
`;
}

function withFetch({ method, url, headers, key, body }: PreparedRequest): string {
  const entries = headers.map(([name, value]) => `    ${nameOf(name)}: ${quote(value)},`);
  if (key !== undefined) entries.unshift(`    'x-api-key': ${keyOf(key)},`);
  const lines = [
    ...(body?.kind === 'file' ? [`import { readFile } from 'node:fs/promises';`, ''] : []),
    `const response = await fetch(${quote(url)}, {`,
    `  method: ${quote(method)},`,
    ...(entries.length === 0 ? [] : ['  headers: {', ...entries, '  },']),
    ...(body === undefined ? [] : [`  body: ${bodyOf(body)},`]),
    '});',
    'console.log(response.status, await response.text());',
    '',
  ];
  return lines.join('\n');
}

function bodyOf(body: SampleBody): string {
  if (body.kind === 'file') return `await readFile(${quote(bodyFile)})`;
  return body.kind === 'json'
    ? `JSON.stringify(${literalOf(body.value, typescriptSyntax, '  ')})`
    : `Buffer.from(${quote(body.text)})`;
}

function keyOf(key: string): string {
  return `process.env.${keyVariable} ?? ${quote(key)}`;
}

/** In single quotes where that needs fewer escapes, as formatters do. */
function quote(text: string): string {
  const double = doubleQuoted(text, (hex) => `\\u${hex}`);
  if (text.includes("'")) return double;
  return `'${double.slice(1, -1).replaceAll('\\"', '"')}'`;
}

function nameOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : quote(name);
}

export const typescriptSyntax: LiteralSyntax = {
  quote,
  nothing: 'null',
  yes: 'true',
  no: 'false',
  open: '{',
  close: '}',
  emptyObject: '{}',
  colon: ': ',
  name: nameOf,
  indent: '  ',
};
