import type { IncomingMessage } from 'node:http';
import { bodyLimitInBytes } from '@cascade/validator';

/**
 * Reads a body, or returns nothing if it exceeds the limit. A body that declares a larger length is not read
 * at all; without a length, reading stops at the limit. The request stays open for the answer.
 */
export async function readBody(
  request: IncomingMessage,
  beforeReading: () => void,
): Promise<Buffer | undefined> {
  if (declaredLength(request) > bodyLimitInBytes) return undefined;
  beforeReading();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > bodyLimitInBytes) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** `Content-Length`; 0 without one. */
export function declaredLength({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0);
}
