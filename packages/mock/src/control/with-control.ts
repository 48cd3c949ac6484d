import { isKnownProblemCode, problemCodes } from '@cascade/types';
import type { CallbackSender } from '../callback/callbacks.ts';
import type { AccountChange, NewAccount, Reset } from '../generated/control.ts';
import type { Mock, MockAnswer } from '../mock.ts';
import type { Accounts } from '../provider/account.ts';
import type { Provider } from '../provider/provider.ts';
import { type MockRequest, pathOf } from '../request.ts';
import { type AccountQuery, accountState, changeAccount } from './account-state.ts';
import { behave, type Means } from './behave.ts';
import { type Behaviours, createBehaviours } from './behaviours.ts';
import { callbackOperations } from './callback-operations.ts';
import { clockOperations } from './clock-operations.ts';
import { type ControlMethods, done, json } from './control-operation.ts';
import { ControlRefusal, problemAnswer, refuseUnknown } from './control-problem.ts';
import { createAccount } from './create-account.ts';
import { accountNames, findAccount, openAccount } from './find-account.ts';
import { entranceOperations, inspectorOperations } from './inspector.ts';
import { isControlled } from './is-controlled.ts';
import { isFromForeignPage, isNear } from './is-near.ts';
import { type Answerer, type Observation, observe, readKept } from './observe.ts';
import { readBodyOf, readQueryOf } from './read-control-request.ts';
import { createReceived, type Received, type ReceivedFilter } from './received.ts';
import { behaviourOperations, sceneOperations } from './rule-operations.ts';
import type { Scenes } from './scenes.ts';
import { createSentCallbacks, type SentCallbacks, sentCallback } from './sent-callbacks.ts';
import { waitFor } from './wait-for.ts';

interface ControlParts extends Pick<Observation, 'now' | 'operationOf'>, Means {
  readonly accounts: Accounts;
  readonly provider: Provider;
  readonly operationIds: readonly string[];
  readonly scenes: Scenes;
  readonly callbacks: CallbackSender;
  readonly admission: Admission;
}

/** What tests ask of, and add to. */
interface Memory {
  readonly received: Received;
  readonly sent: SentCallbacks;
  readonly behaviours: Behaviours;
}

/** Who may control the mock beside this machine itself. */
interface Admission {
  /** Other machines. */
  readonly fromAnywhere: boolean;
  /** Web pages of other origins. */
  readonly fromPages: boolean;
}

/** The same mock, which serves its control interface too, and remembers what it received (ADR-0062). */
export function withControl(mock: Mock, parts: ControlParts): Mock {
  const memory = { received: createReceived(), sent: createSentCallbacks(), behaviours: createBehaviours() };
  const { received, sent, behaviours } = memory;
  parts.callbacks.hear((attempt) => sent.add(sentCallback(attempt)));
  const observation = { ...parts, accountOf: parts.accounts.accountOf };
  const operations = operationsOf(parts, memory);
  const perform: Answerer = async (request, known) => {
    const address = async () => readKept(await request.readBody()).address ?? undefined;
    const behaviour = await behaviours.take({ ...known, address });
    const answer = behaviour === undefined ? mock.answer(request) : behave(mock, request, behaviour, parts);
    return { answer: await answer, behaviour };
  };
  return {
    ...mock,
    answer: (request) =>
      isControlled(request.target)
        ? answerControl(operations, parts.admission, request)
        : observe(perform, request, received, observation),
    stop() {
      received.stop();
      sent.stop();
      mock.stop();
    },
  };
}

async function answerControl(
  operations: Readonly<Record<string, ControlMethods>>,
  admission: Admission,
  request: MockRequest,
): Promise<MockAnswer> {
  const path = pathOf(request.target);
  const methods = Object.hasOwn(operations, path) ? operations[path] : undefined;
  const allowed = methods === undefined ? undefined : Object.keys(methods).join(', ');
  try {
    refuseStranger(admission, request);
    if (methods === undefined) {
      const known = Object.keys(operations);
      throw new ControlRefusal('not-found', `expected one of ${known.join(', ')}`);
    }
    const perform = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
    if (perform === undefined) throw new ControlRefusal('method-not-allowed', `expected ${allowed}`);
    const answer = await perform(request);
    return request.method === 'GET' ? { ...answer, isUnlogged: true } : answer;
  } catch (error) {
    if (!(error instanceof ControlRefusal)) throw error;
    return problemAnswer(error, error.problem.status === 405 ? allowed : undefined);
  }
}

/** @throws {ControlRefusal} if the request comes from another machine or from a page of another origin. */
function refuseStranger({ fromAnywhere, fromPages }: Admission, request: MockRequest): void {
  if (!fromAnywhere && !isNear(request))
    throw new ControlRefusal(
      'forbidden',
      'expected a request from this machine to a name of loopback; --control-from-anywhere allows others',
    );
  if (!fromPages && isFromForeignPage(request))
    throw new ControlRefusal(
      'forbidden',
      `expected no web page of another origin, found Origin "${request.headers.origin}"; --cors allows them`,
    );
}

function operationsOf(
  { accounts, provider, operationIds, scenes, callbacks }: ControlParts,
  { received, sent, behaviours }: Memory,
): Readonly<Record<string, ControlMethods>> {
  return {
    '/control/accounts': {
      async POST(request) {
        const wanted = (await readBodyOf('createAccount', request)) as NewAccount;
        return json(201, createAccount(accounts, provider, wanted));
      },
      async GET(request) {
        const query = readQueryOf('getAccount', request) as AccountQuery;
        return json(200, accountState(accounts, openAccount(accounts, query.account), query));
      },
      async PATCH(request) {
        const change = (await readBodyOf('setAccount', request)) as AccountChange;
        return json(200, changeAccount(accounts, openAccount(accounts, change.account), change));
      },
    },
    '/control/account-names': {
      async GET(request) {
        readQueryOf('listAccountNames', request);
        return json(200, accountNames(accounts));
      },
    },
    '/control/reset': {
      async POST(request) {
        const found = findAccount(accounts, (await readBodyOf('resetState', request)) as Reset);
        const name = found?.account.name;
        accounts.reset(name);
        received.reset(name);
        behaviours.reset(name);
        scenes.reset(name);
        sent.reset(name);
        return done;
      },
    },
    '/control/requests': {
      async GET(request) {
        const query = readQueryOf('listRequests', request) as ReceivedFilter;
        findAccount(accounts, query);
        refuseUnknownNames(query, operationIds);
        const enough = await waitFor(received, query, request);
        return json(200, { enough, resets: received.resets(), requests: received.list(query) });
      },
    },
    '/control/behaviours': behaviourOperations(accounts, behaviours, operationIds),
    '/control/scenes': sceneOperations(accounts, scenes),
    '/control/clock': clockOperations(accounts),
    '/control/callbacks': callbackOperations(accounts, sent, callbacks),
    '/control/inspector': inspectorOperations,
    '/control/': entranceOperations,
  };
}

function refuseUnknownNames({ operation, code }: ReceivedFilter, operationIds: readonly string[]): void {
  if (operation !== undefined && !operationIds.includes(operation))
    refuseUnknown('/operation', operation, operationIds);
  if (code !== undefined && !isKnownProblemCode(code)) refuseUnknown('/code', code, problemCodes());
}
