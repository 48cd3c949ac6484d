import { type Draft, headersOf } from './draft.ts';

/** A command line that sends a draft; the key is a variable of the shell, so that it can be shared. */
export function curlOf(draft: Draft, baseUrl: string): string {
  const { method, path, body } = draft;
  const headers = headersOf(draft).map(([name, value]) =>
    name === 'x-api-key' ? `-H "x-api-key: $CASCADE_API_KEY"` : `-H ${quote(`${name}: ${value}`)}`,
  );
  const lines = [`curl -i -X ${quote(method)} ${quote(baseUrl + path)}`, ...headers];
  if (takesBody(method)) lines.push(`--data-raw ${quote(body)}`);
  return lines.join(' \\\n  ');
}

/** Whether a browser lets a body go with that method. */
export function takesBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** A word for a POSIX shell: nothing inside single quotes is special but the quote itself. */
function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
