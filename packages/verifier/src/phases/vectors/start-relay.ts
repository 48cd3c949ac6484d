import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { OutageError } from '../../exchange/watch-for-outages.ts';
import type { Case } from '../../scenario/build-case.ts';
import type { Answers } from './ask-ahead.ts';
import { namedStatus } from './to-transaction.ts';
import { caseHeader } from './transaction.ts';

/** The proxy between Dredd and the target. */
export interface Relay {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Dredd has no limit of size or time for an answer, and sends one request after another. So it talks to this relay, which
 * answers with what the target said to the same request through its own limits.
 */
export async function startRelay(answers: Answers, cases: readonly Case[]): Promise<Relay> {
  const byId = new Map(cases.map((each) => [each.scenario.id, each]));
  const server = createServer((request, response) => {
    request.resume();
    void pass(request, response);
  });

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = String(request.headers[caseHeader]);
    const found = byId.get(id);
    if (found === undefined) return void response.writeHead(404).end();
    const answer = await answers.of(id);
    if (answer === undefined || answer instanceof OutageError || 'none' in answer)
      return void response.destroy();
    response.writeHead(shownStatus(found, answer.status), {
      'content-type': answer.headers['content-type'] ?? 'application/octet-stream',
    });
    response.end(answer.text);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Dredd expects one status; where several are right, it gets the expected one. */
function shownStatus({ expectation }: Case, status: number): number {
  const named = namedStatus(expectation);
  const bothAccept = expectation.accepted === true && status >= 200 && status < 300;
  const bothMalformed = status === 500 && expectation.codes?.includes('system-error') === true;
  return bothAccept || bothMalformed ? named : status;
}
