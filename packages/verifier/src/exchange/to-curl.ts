import type { HttpRequest } from './http-request.ts';

/** A shell command that sends the request again; a key is left for the reader to fill in. */
export function toCurl(url: string, { method, path, headers, body }: HttpRequest): string {
  const shown = Object.entries(headers).map(([name, value]) =>
    name.toLowerCase() === 'x-api-key' && value !== ''
      ? `-H "${name}: $API_KEY"`
      : `-H ${quote(`${name}: ${value}`)}`,
  );
  const data = body === '' ? [] : [`--data-raw ${quote(body)}`];
  return [`curl -i -X ${method} ${quote(`${url}${path}`)}`, ...shown, ...data].join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
