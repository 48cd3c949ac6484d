import { open } from 'node:fs/promises';
import type { Mock } from '../mock.ts';
import { ofConnection, type Recorded } from './recording.ts';

/** Names of headers that may hold a key. */
const secret = /^(?:x-api-key|authorization|cookie|proxy-authorization)$/i;

/**
 * The same mock, which appends each request to a file before it answers: one JSON object a line, as `replay` reads them. Only
 * the owner may read a new file, since it has texts and addresses. Keys are left out: `CASCADE_API_KEY` gives one to a replay.
 * @throws a system error if the file cannot be written.
 */
export async function withRecording(mock: Mock, path: string): Promise<Mock> {
  const file = await open(path, 'a', 0o600);
  let last = 0;
  return {
    ...mock,
    async answer(request) {
      const { method, target, headers } = request;
      const body = await request.readBody();
      last += 1;
      const kept = Object.entries(headers).filter(([name]) => !secret.test(name) && !ofConnection.test(name));
      const recorded: Recorded = {
        name: String(last),
        method,
        path: target,
        headers: Object.fromEntries(kept.map(([name, value]) => [name, [value].flat().join(', ')])),
        ...(body === undefined || body.length === 0 ? {} : { body: Buffer.from(body).toString() }),
      };
      await file.appendFile(`${JSON.stringify(recorded)}\n`);
      return mock.answer({ ...request, readBody: async () => body });
    },
    stop() {
      mock.stop();
      void file.close();
    },
  };
}
