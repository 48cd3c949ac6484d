import { problem } from './problem.ts';

/** Reads the bytes of a body, which the signature covers (ADR-0017); 413 as soon as they exceed the limit. */
export async function readBody(
  { headers, body, bodyUsed }: Request,
  maxBodyBytes: number,
): Promise<ArrayBuffer | Response> {
  if (bodyUsed) throw new Error('The body was read before: pass the request on unread.');
  const tooLarge = () => problem(413, 'payload-too-large', `The body has more than ${maxBodyBytes} bytes.`);
  if (Number(headers.get('content-length')) > maxBodyBytes) return tooLarge();

  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for await (const chunk of body ?? []) {
      length += chunk.length;
      // Leaving the loop cancels the rest.
      if (length > maxBodyBytes) return tooLarge();
      chunks.push(chunk);
    }
  } catch {
    // The connection broke, which is not an error of the receiver.
    return problem(400, 'callback-not-valid', 'The body broke off.');
  }
  return new Blob(chunks).arrayBuffer();
}
