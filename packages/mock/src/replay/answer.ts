import { isObject } from '@cascade/validator';

/** An answer, reduced to what a reader compares. */
export interface Answer {
  readonly status: number;
  /** Those of `keptHeaders`; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of a problem. */
  readonly title?: string;
  readonly detail?: string;
  /** A JSON value, or else the text; absent if the recording does not have it. */
  readonly body?: unknown;
}

const keptHeaders = ['content-type', 'allow', 'www-authenticate', 'retry-after', 'preference-applied'];

/** The headers of an answer that a recording keeps. */
export function keepHeaders(find: (name: string) => string | null | undefined): Record<string, string> {
  return Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = find(name) ?? undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** An answer with this body; the body is absent if it is not known. */
export function answerOf(status: number, headers: Answer['headers'], body: unknown): Answer {
  const { title, detail } = isObject(body) && status >= 400 ? body : {};
  return {
    status,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof detail === 'string' ? { detail } : {}),
  };
}

/** A list or an object of JSON; a page or an empty body stays text. */
export function parseAnswerBody(text: string): unknown {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? value : text;
}

/** The value of a JSON text; nothing if it is none. */
export function parseJson(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
