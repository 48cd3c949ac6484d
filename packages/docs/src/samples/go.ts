import { doubleQuoted, invisible } from './literals.ts';
import { bodyFile, keyVariable, type PreparedRequest, type SampleBody } from './sample-request.ts';

/** A program of Go 1.22 that needs the standard library only. */
export function goOf({ method, url, headers, key, body }: PreparedRequest): string {
  const packages = ['fmt', 'io', 'log', 'net/http'];
  if (key !== undefined) packages.push('os');
  if (key !== undefined && key !== '') packages.push('cmp');
  if (body?.kind === 'file') packages.push('bytes', 'os');
  else if (body !== undefined) packages.push('strings');
  const set = headers.map(([name, value]) => `\trequest.Header.Set(${quote(name)}, ${quote(value)})`);
  if (key !== undefined) set.unshift(`\trequest.Header.Set("x-api-key", ${keyOf(key)})`);
  const lines = [
    'package main',
    '',
    'import (',
    ...[...new Set(packages)].toSorted().map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...(body === undefined ? [] : readBody(body)),
    `\trequest, err := http.NewRequest(${quote(method)}, ${quote(url)}, ${readerOf(body)})`,
    ...stopAtFault,
    ...set,
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...stopAtFault,
    '\tdefer response.Body.Close()',
    '\ttext, err := io.ReadAll(response.Body)',
    ...stopAtFault,
    '\tfmt.Println(response.StatusCode, string(text))',
    '}',
    '',
  ];
  return lines.join('\n');
}

const stopAtFault = ['\tif err != nil {', '\t\tlog.Fatal(err)', '\t}'];

function readBody(body: SampleBody): readonly string[] {
  if (body.kind === 'file') return [`\tbody, err := os.ReadFile(${quote(bodyFile)})`, ...stopAtFault];
  return [`\tbody := ${longQuote(body.text)}`];
}

function readerOf(body: SampleBody | undefined): string {
  if (body === undefined) return 'nil';
  return body.kind === 'file' ? 'bytes.NewReader(body)' : 'strings.NewReader(body)';
}

function keyOf(key: string): string {
  const variable = `os.Getenv("${keyVariable}")`;
  return key === '' ? variable : `cmp.Or(${variable}, ${quote(key)})`;
}

/** Between backquotes nothing is special; a backquote cannot be written there. */
function longQuote(text: string): string {
  return text.includes('`') || text.replaceAll('\n', '').search(invisible) !== -1
    ? quote(text)
    : `\`${text}\``;
}

function quote(text: string): string {
  return doubleQuoted(text, (hex) => `\\u${hex}`);
}
