import { bodyText, messageText } from '../http-text.ts';

/** An HTTP request with its body as text, as the verifier sends it. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The request as HTTP text. JSON is indented; any other body is shown as it is. */
export function sentText({ method, path, headers, body }: SentRequest): string {
  const json = parsedBody(body);
  return messageText(`${method} ${path}`, headers, json === undefined ? body : bodyText(json));
}

/** The JSON value of a body; nothing if the body is not JSON. */
export function parsedBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
