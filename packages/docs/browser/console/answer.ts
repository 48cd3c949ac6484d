import { defined, isObject } from '../../src/objects.ts';

const hidden = new Set(['date', 'connection', 'keep-alive', 'content-length']);
/** Shown as the title of an error answer without a problem body. */
const notProblem = 'no problem body';

/** An answer as text, JSON indented, and the title of its problem body unless it is a success. */
export interface Answer {
  readonly text: string;
  readonly title?: string;
}

/** Reads a whole answer. */
export async function readAnswer(response: Response): Promise<Answer> {
  const headers = [...response.headers].filter(([name]) => !hidden.has(name)).map((pair) => pair.join(': '));
  const text = await response.text();
  const head = [`HTTP/1.1 ${response.status}`, ...headers, ''].join('\n');
  try {
    const body: unknown = JSON.parse(text);
    const title = response.ok ? undefined : titleOf(body);
    const shown = `${head}\n${JSON.stringify(body, undefined, 2)}`;
    return defined({ text: shown, title });
  } catch {
    return defined({ text: `${head}\n${text}`, title: response.ok ? undefined : notProblem });
  }
}

function titleOf(body: unknown): string {
  return isObject(body) && typeof body.title === 'string' ? body.title : notProblem;
}
