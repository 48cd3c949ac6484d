import { expect, test } from 'vitest';
import { ownProfile } from '../../../test/support/broken-provider.ts';
import type { Target } from '../../exchange/create-target.ts';
import type { HttpRequest, Outcome } from '../../exchange/http-request.ts';
import { StoppedAnsweringError } from '../../exchange/watch-for-outages.ts';
import { createRecorder } from '../../report/recorder.ts';
import { loadClauses } from '../../scenario/clauses.ts';
import { loadScenarios } from '../../scenario/load-scenarios.ts';
import { runVectors } from './run-vectors.ts';

const url = 'http://127.0.0.1:1';

/** Runs the first vectors against a target that answers as `send` says. */
async function run(fast: boolean, send: (request: HttpRequest, at: number) => Promise<Outcome>) {
  let sent = 0;
  const target: Target = {
    url,
    get sent() {
      return sent;
    },
    send: (request) => send(request, sent++),
    renew: () => {},
    close: async () => {},
  };
  const library = loadScenarios();
  const scenarios = library.filter(({ phase }) => phase === 'vectors').slice(0, 6);
  const recorder = createRecorder({ clauses: loadClauses(), target: url });
  const profile = await ownProfile('mock');
  const shapes = { attemptsAt: () => [], noteCallback: () => {} };
  const context = { profile, target, shapes, library, recorder, seed: 1, deep: false, fast, scenarios };
  const ended = runVectors(context);
  return { ended, results: () => recorder.results().map(({ verdict }) => verdict) };
}

const accepted = async (): Promise<Outcome> => ({ status: 200, headers: {}, text: '' });

test('Dredd is not waited for once the target takes no more requests', async () => {
  const { ended, results } = await run(false, (_, at) => {
    if (at === 0) return accepted();
    // Dredd asks for the second case first, whose answer never arrives.
    return at === 1 ? new Promise(() => {}) : Promise.reject(new StoppedAnsweringError());
  });
  await expect(ended).rejects.toThrow(StoppedAnsweringError);
  expect(results()).toHaveLength(1);
});

test.each([true, false])('all vectors have a verdict, fast: %s', async (fast) => {
  const { ended, results } = await run(fast, accepted);
  await ended;
  expect(results()).toHaveLength(6);
});
