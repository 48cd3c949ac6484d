/** A request of an .http file, its variables not yet filled in. */
export interface HttpFileRequest {
  /** The text after `###`. */
  readonly title: string;
  /** The name that other requests refer to. */
  readonly name?: string;
  readonly expects: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An .http file: `@name = value` lines, then requests that `###` separates. */
export interface HttpFile {
  readonly variables: Readonly<Record<string, string>>;
  readonly requests: readonly HttpFileRequest[];
}

/** Reads the subset of the format that cascade.http uses. @throws {Error} on anything else. */
export function readHttpFile(text: string): HttpFile {
  const [head = '', ...sections] = text.split(/^### /m);
  const variables = [...head.matchAll(/^@(\w+) = (.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
  return { variables: Object.fromEntries(variables), requests: sections.map(readSection) };
}

function readSection(section: string): HttpFileRequest {
  const [head = '', ...rest] = section.split('\n\n');
  const lines = head.split('\n');
  const start = lines.findIndex((line, index) => index > 0 && !line.startsWith('#'));
  const [title = ''] = lines;
  const comments = lines.slice(1, start).join('\n');
  const [, method, url] = /^([A-Z]+) (\S+)$/.exec(lines[start] ?? '') ?? [];
  const [, expects] = /^# expect (.+)$/m.exec(comments) ?? [];
  const [, name] = /^# @name (\w+)$/m.exec(comments) ?? [];
  if (method === undefined || url === undefined || expects === undefined)
    throw new Error(`expected «# expect …» and «METHOD URL» after «### ${title}»`);
  return {
    title,
    ...(name === undefined ? {} : { name }),
    expects,
    method,
    url,
    headers: Object.fromEntries(lines.slice(start + 1).map(readHeader)),
    body: rest.join('\n\n').trim(),
  };
}

function readHeader(line: string): readonly [string, string] {
  const [, name, value] = /^([\w-]+): (.+)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`expected «name: value», found «${line}»`);
  return [name, value];
}
