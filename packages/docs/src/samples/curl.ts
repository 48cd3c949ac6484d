import { bodyFile, keyVariable, type PreparedRequest } from './sample-request.ts';

/** The curl command that sends a request. */
export function curlOf({ method, url, headers, key, body }: PreparedRequest): string {
  const lines = [`curl -i -X ${quote(method)} ${quote(url)}`];
  if (key !== undefined) lines.push(`-H "x-api-key: ${keyWord(key)}"`);
  // `name;` sends an empty header; `name:` suppresses the default of curl.
  lines.push(
    ...headers.map(([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
  );
  if (body !== undefined && !headers.some(([name]) => name.toLowerCase() === 'content-type'))
    lines.push(`-H 'content-type:'`);
  if (body?.kind === 'file') lines.push(`--data-binary @${bodyFile}`);
  else if (body !== undefined) lines.push(`--data-raw ${quote(body.text)}`);
  return lines.join(' \\\n  ');
}

function keyWord(key: string): string {
  if (key === '') return `$${keyVariable}`;
  return `\${${keyVariable}:-${key}}`;
}

/** Quotes a word for a POSIX shell: inside single quotes only the quote itself is special. */
function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
