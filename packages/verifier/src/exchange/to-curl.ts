import type { HttpRequest } from './http-request.ts';

/** A shell command that sends the request again; a key is left for the reader to fill in. */
export function toCurl(url: string, { method, path, headers, body }: HttpRequest): string {
  const shown = Object.entries(headers).map(([name, value]) =>
    name.toLowerCase() === 'x-api-key' && value !== ''
      ? `-H "${name}: $API_KEY"`
      : `-H ${quote(`${name}: ${value}`)}`,
  );
  const curl = [`curl -i -X ${method} ${quote(`${url}${path}`)}`, ...shown];
  const [, spaces, rest] = /^\{( {1000,})(.*)$/s.exec(body) ?? [];
  const data = body === '' ? [] : [`--data-raw ${quote(body)}`];
  if (spaces === undefined || rest === undefined) return [...curl, ...data].join(separator);
  // More than a shell takes in an argument.
  const piped = [
    `printf '{%${spaces.length}s%s' '' ${quote(rest)} | ${curl[0]}`,
    ...shown,
    '--data-binary @-',
  ];
  return piped.join(separator);
}

const separator = ' \\\n  ';

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
