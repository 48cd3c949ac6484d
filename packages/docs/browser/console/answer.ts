const hidden = new Set(['date', 'connection', 'keep-alive', 'content-length']);

/** An answer as text, laid out if it is JSON, and its title, if it is a problem body. */
export interface Answer {
  readonly text: string;
  readonly title?: string;
}

/** Reads an answer to its end. */
export async function readAnswer(response: Response): Promise<Answer> {
  const headers = [...response.headers].filter(([name]) => !hidden.has(name)).map((pair) => pair.join(': '));
  const text = await response.text();
  const head = [`HTTP/1.1 ${response.status}`, ...headers, ''].join('\n');
  try {
    const body: unknown = JSON.parse(text);
    const title = response.ok ? undefined : titleOf(body);
    const shown = `${head}\n${JSON.stringify(body, undefined, 2)}`;
    return title === undefined ? { text: shown } : { text: shown, title };
  } catch {
    return { text: `${head}\n${text}`, ...(response.ok ? {} : { title: 'no problem body' }) };
  }
}

function titleOf(body: unknown): string {
  const title = typeof body === 'object' && body !== null && 'title' in body ? body.title : undefined;
  return typeof title === 'string' ? title : 'no problem body';
}
