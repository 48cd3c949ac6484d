import { appendFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createMemoryStore, createStatusHandler, type ReceivedEvent } from '@cascade/webhooks';
import { toNodeHandler } from '@cascade/webhooks/node';

/** A receiver that tells what it handled, and waits and fails as `cascade-verify receiver` asks. */
const { CASCADE_SECRETS = '', CASCADE_HANDLED = '', PORT = '8080' } = process.env;

const runs = new Map<string, number>();

/** By the comment: `verify waits fails`, a word for each run. */
async function rehearse({ requestId, comment }: ReceivedEvent): Promise<void> {
  const run = (runs.get(String(requestId)) ?? 0) + 1;
  runs.set(String(requestId), run);
  const words = comment?.split(' ') ?? [];
  const word = words[0] === 'verify' ? (words[run] ?? '') : '';
  if (word.includes('waits')) await wait(2_000);
  if (/fails|panics/.test(word)) throw new Error('as the comment says');
}

const handler = createStatusHandler({
  secrets: CASCADE_SECRETS.split(' '),
  store: createMemoryStore(),
  onError: () => {},
  async onStatus(event) {
    await rehearse(event);
    await appendFile(CASCADE_HANDLED, `${event.requestId}\n`);
  },
});
const listener = toNodeHandler(handler);
createServer((request, response) => void listener(request, response)).listen(Number(PORT), '127.0.0.1');
