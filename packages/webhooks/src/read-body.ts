import { problem } from './problem.ts';

/** Reads the bytes of a body, which the signature covers (ADR-0017); 413 as soon as they exceed the limit. */
export async function readBody(
  request: Request,
  maxBodyBytes: number,
): Promise<Uint8Array<ArrayBuffer> | Response> {
  if (request.bodyUsed)
    throw new Error(
      'The body of the request was read before the status handler got it. ' +
        'Pass the request unread: the signature covers its bytes, which are gone.',
    );
  const tooLarge = () =>
    problem(413, 'payload-too-large', `The body has more than ${maxBodyBytes} bytes, the most taken here.`);
  if (Number(request.headers.get('content-length')) > maxBodyBytes) return tooLarge();

  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  while (reader !== undefined) {
    const next = await readNext(reader);
    if (next === undefined) return problem(400, 'callback-not-valid', 'The body broke off.');
    if (next.value === undefined) break;
    length += next.value.length;
    if (length > maxBodyBytes) {
      await reader.cancel();
      return tooLarge();
    }
    chunks.push(next.value);
  }
  return concat(chunks, length);
}

/** Joins chunks into one array. */
export function concat(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Returns nothing if the connection breaks, which is not an error of the receiver. */
async function readNext(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch {
    return undefined;
  }
}
