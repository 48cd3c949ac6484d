import { setTimeout as wait } from 'node:timers/promises';
import { canonicalProblemCode } from '@cascade/types';
import { isObject, problemMediaType, type RequestProblem } from '@cascade/validator';
import type { IHttpOperation } from '@stoplight/types';
import { Callbacks } from './callback/callbacks.ts';
import { parseSecret } from './callback/signing-secret.ts';
import type { Scenes } from './control/scenes.ts';
import { createDecision, createRouter, type DecidedOutcome, type Router } from './decide.ts';
import { defined } from './defined.ts';
import { createNegotiator, type Negotiate } from './description/prism.ts';
import { loadDescription } from './description/read-description.ts';
import type { NewScene } from './generated/control.ts';
import { createLives } from './life/lives.ts';
import { createPrintedLog, type Mock, type MockAnswer, type MockHooks, type MockOptions } from './mock.ts';
import {
  createScheduling,
  listCascades,
  listChannelProfiles,
  listMessages,
  listTemplates,
  setCallback,
} from './operations.ts';
import { problemOutcome } from './outcome.ts';
import { openAccounts } from './provider/account.ts';
import type { Provider } from './provider/provider.ts';
import { readSampleProvider } from './provider/read-sample-provider.ts';
import { type MockRequest, pathOf } from './request.ts';

/**
 * A mock provider with its own state: it judges each request by the rules of the contract, and Prism renders
 * the answer from the description.
 * @throws {ProviderFileError} if the provider file cannot be used.
 */
export async function createMock(options: MockOptions = {}, { onAttempt }: MockHooks = {}): Promise<Mock> {
  const {
    provider: given = readSampleProvider(),
    callbackSecret,
    lenient,
    control = false,
    scenes: givenScenes,
    cors = false,
    log: write = () => {},
    now = () => new Date(),
  } = options;
  const { operations, statusEvents } = loadDescription();
  const log = createPrintedLog(write, now);
  const stopping = new AbortController();
  const key = callbackSecret === undefined ? undefined : parseSecret(callbackSecret);
  const callbacks = new Callbacks({ key, now, log });
  if (onAttempt !== undefined) callbacks.hear(onAttempt);
  const route = createRouter(operations);
  const provider = typeof given === 'string' ? await readFile(given) : given;
  const accounts = openAccounts(provider, { now, lenient });
  const pause = (milliseconds: number) =>
    wait(milliseconds, undefined, { signal: stopping.signal }).catch(() => {});
  const scenes = control === false && givenScenes === undefined ? undefined : await openScenes(givenScenes);
  const lives = createLives({
    examples: statusEvents,
    callbacks,
    findPlay: (account, address) => scenes?.take(account, address),
  });
  const decide = createDecision({
    route,
    keyring: accounts,
    operations: {
      scheduleMessage: createScheduling(lives),
      listCascades,
      listChannelProfiles,
      listMessages,
      listTemplates,
      setCallback,
    },
    pause,
  });
  const render = createRenderer(createNegotiator());
  const { operation } = route('', '');
  const mock: Mock = {
    systemError: () => render({ operation, outcome: { status: 500, example: 'system-error' } }, undefined),
    answer: async (request) => render(await decide(request), request.headers.accept),
    log,
    stop() {
      accounts.stop();
      stopping.abort();
    },
  };
  if (control === false || scenes === undefined) return mock;
  const { withControl } = await import('./control/with-control.ts');
  return withControl(mock, {
    accounts,
    provider,
    scenes,
    callbacks,
    now,
    ...createRefusing(operations, route, render),
    admission: { fromAnywhere: control === 'from-anywhere', fromPages: cors },
    pause,
  });
}

/** What control asks of the description. */
function createRefusing(operations: readonly IHttpOperation[], route: Router, render: Render) {
  return {
    operationIds: operations.flatMap(({ iid }) => iid ?? []),
    operationOf(method: string, path: string) {
      const found = route(method, path);
      return found.rejected === undefined ? found.operation.iid : undefined;
    },
    refuse(request: MockRequest, found: RequestProblem) {
      const asked = route(request.method, pathOf(request.target)).operation;
      // An operation may not have the code that a test wants of it.
      const described = [asked, ...operations].find((one) => describes(one, found)) ?? asked;
      return render({ operation: described, outcome: problemOutcome(found) }, request.headers.accept);
    },
  };
}

/** Imported when there is a file: the reader of YAML takes several MiB. */
async function readFile(file: string): Promise<Provider> {
  const { readProvider } = await import('./provider/provider.ts');
  return readProvider(file);
}

/** Imported when there may be scenes: the check of their shape takes a while to load. */
async function openScenes(given: string | readonly NewScene[] = []): Promise<Scenes> {
  const { createScenes } = await import('./control/scenes.ts');
  if (typeof given !== 'string') return createScenes(given);
  const { readScenes } = await import('./control/read-scenes.ts');
  return createScenes(readScenes(given));
}

/** Renders a decision as an answer; the `Accept` header selects the media type of a problem. */
type Render = (decision: DecidedOutcome, accept: string | undefined) => Promise<MockAnswer>;

/** Applies a decision to the response that Prism finds in the description. */
function createRenderer(negotiate: Negotiate): Render {
  return async ({ operation, outcome }, accept) => {
    const { status, headers, body: example } = negotiate(operation, outcome.status, outcome.example);
    const body = outcome.fill === undefined ? example : outcome.fill(example);
    const type = status >= 400 ? { 'content-type': problemMediaType(accept) } : {};
    return {
      status,
      headers: { ...headers, ...type, ...outcome.headers },
      body: JSON.stringify(body),
      ...defined({
        code: status >= 400 ? codeOf(body) : undefined,
        detail: status >= 400 ? detailOf(body) : undefined,
        unread: outcome.unread,
        afterwards: outcome.afterwards,
      }),
    };
  };
}

function describes({ responses }: IHttpOperation, { status, example }: RequestProblem): boolean {
  const described = responses.find(({ code }) => code === String(status))?.contents ?? [];
  return described.some(({ examples = [] }) => examples.some(({ key }) => key === example));
}

function codeOf(body: unknown): string | undefined {
  return isObject(body) ? canonicalProblemCode(String(body.title)) : undefined;
}

function detailOf(body: unknown): string | undefined {
  return isObject(body) ? String(body.detail) : undefined;
}
