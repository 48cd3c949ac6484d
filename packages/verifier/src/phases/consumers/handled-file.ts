import { readFile } from 'node:fs/promises';
import type { SentEvent } from './receptions.ts';

/** What a receiver's program has handled: a line with the webhook-id or the requestId of each event. */
export interface HandledFile {
  /** How often the event was handled. */
  count(event: SentEvent): Promise<number>;
}

export function watchHandled(path: string): HandledFile {
  return {
    async count({ webhookId, requestId }) {
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        // The program makes the file with its first event.
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
        throw error;
      });
      const lines = text.split('\n').map((line) => line.trim().toLowerCase());
      return lines.filter((line) => line === webhookId.toLowerCase() || line === requestId).length;
    },
  };
}
