import { readFile, stat } from 'node:fs/promises';
import type { SentEvent } from './receptions.ts';

/** What a receiver's program has handled: a line with the webhook-id or the requestId of each event. */
export interface HandledFile {
  /** How often the event was handled. */
  count(event: SentEvent): Promise<number>;
}

export function watchHandled(path: string): HandledFile {
  return {
    async count({ webhookId, requestId }) {
      const text = await readBounded(path).catch((error: unknown) => {
        // The program makes the file with its first event.
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
        throw error;
      });
      const lines = text.split('\n').map((line) => line.trim().toLowerCase());
      return lines.filter((line) => line === webhookId.toLowerCase() || line === requestId).length;
    },
  };
}

const mostBytes = 67_108_864; // 64 MiB

async function readBounded(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > mostBytes) throw new Error(`${path}: has ${size} bytes; begin with an empty file`);
  return readFile(path, 'utf8');
}
