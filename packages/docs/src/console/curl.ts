import { type Draft, headersOf } from './draft.ts';

/** The curl command that sends a draft. The key is a shell variable, so that the command can be shared. */
export function curlOf(draft: Draft, baseUrl: string): string {
  const { method, path, body } = draft;
  const headers = headersOf(draft).map(([name, value]) =>
    name === 'x-api-key' ? `-H "x-api-key: $CASCADE_API_KEY"` : `-H ${quote(`${name}: ${value}`)}`,
  );
  const lines = [`curl -i -X ${quote(method)} ${quote(baseUrl + path)}`, ...headers];
  if (takesBody(method)) lines.push(`--data-raw ${quote(body)}`);
  return lines.join(' \\\n  ');
}

/** Whether `fetch` allows a body with this method. */
export function takesBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** Quotes a word for a POSIX shell: inside single quotes only the quote itself is special. */
function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
