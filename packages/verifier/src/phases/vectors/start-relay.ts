import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Target } from '../../exchange/create-target.ts';
import type { Outcome } from '../../exchange/http-request.ts';
import { OutageError } from '../../exchange/watch-for-outages.ts';
import type { Case } from '../../scenario/build-case.ts';
import { namedStatus } from './to-transaction.ts';
import { caseHeader } from './transaction.ts';

/** The proxy between Dredd and the target. */
export interface Relay {
  readonly url: string;
  /** The outcome of each case, by scenario. */
  readonly outcomes: ReadonlyMap<string, Outcome | OutageError>;
  /** Why the target takes no more requests. */
  readonly gone: unknown;
  close(): Promise<void>;
}

/**
 * Dredd has no limit of size or time for an answer. So it talks to this relay, which sends the request of the case
 * through the bounded target.
 */
export async function startRelay(target: Target, cases: readonly Case[]): Promise<Relay> {
  const byId = new Map(cases.map((each) => [each.scenario.id, each]));
  const outcomes = new Map<string, Outcome | OutageError>();
  let gone: unknown;
  const server = createServer((request, response) => {
    request.resume();
    void pass(request, response);
  });

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = String(request.headers[caseHeader]);
    const found = byId.get(id);
    if (found === undefined) return void response.writeHead(404).end();
    const outcome = await target.send(found.request).catch((error: unknown) => {
      if (error instanceof OutageError) return error;
      gone ??= error;
      return undefined;
    });
    if (outcome !== undefined) outcomes.set(id, outcome);
    if (outcome === undefined || outcome instanceof OutageError || 'none' in outcome)
      return void response.destroy();
    response.writeHead(shownStatus(found, outcome.status), {
      'content-type': outcome.headers['content-type'] ?? 'application/octet-stream',
    });
    response.end(outcome.text);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    outcomes,
    get gone() {
      return gone;
    },
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
