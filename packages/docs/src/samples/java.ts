import { doubleQuoted, indented } from './literals.ts';
import { bodyFile, keyVariable, type PreparedRequest, type SampleBody } from './sample-request.ts';

/** A program of Java 17 that needs no library. */
export function javaOf({ method, url, headers, key, body }: PreparedRequest): string {
  const set = headers.map(([name, value]) => `            .header(${quote(name)}, ${quote(value)})`);
  if (key !== undefined) set.unshift(`            .header("x-api-key", ${keyOf(key)})`);
  const lines = [
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpRequest.BodyPublishers;',
    'import java.net.http.HttpResponse.BodyHandlers;',
    ...(body?.kind === 'file' ? ['import java.nio.file.Path;'] : []),
    '',
    'final class Sample {',
    '  public static void main(String[] arguments) throws Exception {',
    ...(body === undefined || body.kind === 'file' ? [] : [`    var body =`, `${literalOf(body)};`]),
    '    var request =',
    `        HttpRequest.newBuilder(URI.create(${quote(url)}))`,
    ...set,
    `            .method(${quote(method)}, ${publisherOf(body)})`,
    '            .build();',
    '    var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());',
    '    System.out.println(response.statusCode() + " " + response.body());',
    '  }',
    '}',
    '',
  ];
  return lines.join('\n');
}

function keyOf(key: string): string {
  return `System.getenv().getOrDefault("${keyVariable}", ${quote(key)})`;
}

function publisherOf(body: SampleBody | undefined): string {
  if (body === undefined) return 'BodyPublishers.noBody()';
  return body.kind === 'file'
    ? `BodyPublishers.ofFile(Path.of(${quote(bodyFile)}))`
    : 'BodyPublishers.ofString(body)';
}

/**
 * JSON is a text block, which has no blanks at the end of its lines: strings of JSON contain no line break.
 */
function literalOf({ kind, text }: Exclude<SampleBody, { kind: 'file' }>): string {
  const margin = '        ';
  if (kind === 'text') return margin + quote(text);
  const lines = text.split('\n').map((line) => quote(line).slice(1, -1));
  // Only the end of the block needs its quote escaped: three in a row, and one before the closing three.
  const block = lines.join('\n').replace(/\\"(?!\\"\\"|$)/g, '"');
  return indented(`"""\n${block}"""`, margin);
}

/** Java reads Unicode escapes before anything else, but not after a doubled backslash. */
function quote(text: string): string {
  return doubleQuoted(text, (hex) => `\\u${hex}`);
}
