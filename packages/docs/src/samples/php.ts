import { doubleQuoted, invisible, type LiteralSyntax, literalOf } from './literals.ts';
import { bodyFile, keyVariable, type PreparedRequest, type SampleBody } from './sample-request.ts';

/** A program of PHP 8 with its curl extension. */
export function phpOf({ method, url, headers, key, body }: PreparedRequest): string {
  // As with the command, `name;` sends an empty header, and `name:` suppresses the default.
  const words = headers.map(([name, value]) => quote(value === '' ? `${name};` : `${name}: ${value}`));
  if (key !== undefined) words.unshift(`'x-api-key: ' . ${keyOf(key)}`);
  if (body !== undefined && !headers.some(([name]) => name.toLowerCase() === 'content-type'))
    words.push(`'content-type:'`);
  const lines = [
    '<?php',
    '',
    `$request = curl_init(${quote(url)});`,
    'curl_setopt_array($request, [',
    `    CURLOPT_CUSTOMREQUEST => ${quote(method)},`,
    ...(words.length === 0
      ? []
      : ['    CURLOPT_HTTPHEADER => [', ...words.map((word) => `        ${word},`), '    ],']),
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => ${fieldsOf(body)},`]),
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_TIMEOUT => 30,',
    ']);',
    '$response = curl_exec($request);',
    "echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $response, PHP_EOL;",
    '',
  ];
  return lines.join('\n');
}

function keyOf(key: string): string {
  return key === '' ? `getenv('${keyVariable}')` : `(getenv('${keyVariable}') ?: ${quote(key)})`;
}

function fieldsOf(body: SampleBody): string {
  if (body.kind === 'file') return `file_get_contents(${quote(bodyFile)})`;
  if (body.kind === 'text') return quote(body.text);
  return `json_encode(${literalOf(body.value, syntax, '    ')}, JSON_THROW_ON_ERROR)`;
}

/** In single quotes only backslash and quote are special; in double quotes `$` is, too. */
function quote(text: string): string {
  if (text.search(invisible) === -1) return `'${text.replace(/[\\']/g, '\\$&')}'`;
  return doubleQuoted(text, (hex) => `\\u{${hex}}`).replaceAll('$', '\\$');
}

const syntax: LiteralSyntax = {
  quote,
  nothing: 'null',
  yes: 'true',
  no: 'false',
  open: '[',
  close: ']',
  emptyObject: 'new stdClass()',
  colon: ' => ',
  name: quote,
  indent: '    ',
};
