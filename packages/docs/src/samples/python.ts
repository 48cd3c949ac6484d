import { doubleQuoted, type LiteralSyntax, literalOf } from './literals.ts';
import { bodyFile, keyVariable, type PreparedRequest, type SampleBody } from './sample-request.ts';

/** A program of Python 3 that needs the standard library only. */
export function pythonOf({ method, url, headers, key, body }: PreparedRequest): string {
  const entries = headers.map(([name, value]) => `        ${quote(name)}: ${quote(value)},`);
  if (key !== undefined)
    entries.unshift(`        "x-api-key": os.environ.get("${keyVariable}", ${quote(key)}),`);
  const lines = [
    ...(body?.kind === 'json' ? ['import json'] : []),
    ...(key === undefined ? [] : ['import os']),
    ...(body?.kind === 'file' ? ['import pathlib'] : []),
    'import urllib.error',
    'import urllib.request',
    '',
    ...(body?.kind === 'json' ? [`body = ${literalOf(body.value, syntax)}`] : []),
    'request = urllib.request.Request(',
    `    ${quote(url)},`,
    `    method=${quote(method)},`,
    ...(entries.length === 0 ? [] : ['    headers={', ...entries, '    },']),
    ...(body === undefined ? [] : [`    data=${dataOf(body)},`]),
    ')',
    'try:',
    '    with urllib.request.urlopen(request, timeout=30) as response:',
    '        print(response.status, response.read().decode())',
    'except urllib.error.HTTPError as response:',
    '    print(response.code, response.read().decode())',
    '',
  ];
  return lines.join('\n');
}

function dataOf(body: SampleBody): string {
  if (body.kind === 'file') return `pathlib.Path(${quote(bodyFile)}).read_bytes()`;
  return body.kind === 'json' ? 'json.dumps(body).encode()' : `${quote(body.text)}.encode()`;
}

function quote(text: string): string {
  return doubleQuoted(text, (hex) => `\\u${hex}`);
}

const syntax: LiteralSyntax = {
  quote,
  nothing: 'None',
  yes: 'True',
  no: 'False',
  open: '{',
  close: '}',
  emptyObject: '{}',
  colon: ': ',
  name: quote,
  indent: '    ',
};
