/** A typed client of the control interface of a running mock (ADR-0062). */
import createClient from 'openapi-fetch';
import type {
  Behaviour,
  Behaviours,
  ControlProblem,
  CreatedAccount,
  NewAccount,
  NewBehaviour,
  operations,
  paths,
  ReceivedRequest,
  ReceivedRequests,
  Reset,
} from './generated/control.ts';

export type { Behaviour, ControlProblem, CreatedAccount, NewAccount, NewBehaviour, ReceivedRequest, Reset };

/** Which received requests are meant. */
export type ReceivedFilter = Omit<
  NonNullable<operations['listRequests']['parameters']['query']>,
  'atLeast' | 'waitSeconds'
>;

/** Controls one mock; each call rejects with a `ControlError` if the mock refuses it. */
export interface MockControl {
  /** Opens an account for a test. */
  createAccount(wanted?: NewAccount): Promise<CreatedAccount>;
  /** Returns the mock, or one account, to its start. */
  reset(what?: Reset): Promise<void>;
  /** What the mock received, the newest last. */
  listRequests(filter?: ReceivedFilter): Promise<readonly ReceivedRequest[]>;
  /** The same, once `atLeast` came: 1 in 5 seconds if absent. Rejects if they do not come. */
  waitForRequests(
    filter?: ReceivedFilter,
    patience?: { readonly atLeast?: number; readonly waitSeconds?: number },
  ): Promise<readonly ReceivedRequest[]>;
  /** Changes what happens to the next requests that match; to one if `times` and `share` are absent. */
  createBehaviour(wanted: NewBehaviour): Promise<Behaviour>;
  /** Those that may still apply. */
  listBehaviours(): Promise<readonly Behaviour[]>;
  /** Removes one, or all. */
  removeBehaviours(id?: number): Promise<void>;
}

/** Why the mock refused a call: `problem` has each fault, with its pointer. */
export class ControlError extends Error {
  readonly problem: ControlProblem;

  constructor(problem: ControlProblem) {
    super(`${problem.title}: ${problem.detail}`);
    this.name = 'ControlError';
    this.problem = problem;
  }
}

/** Controls the mock at an address such as `http://127.0.0.1:4010`, started with `--control`. */
export function createMockControl(baseUrl: string): MockControl {
  const api = createClient<paths>({ baseUrl });
  const list = async (query: NonNullable<operations['listRequests']['parameters']['query']>) =>
    answered<ReceivedRequests>(await api.GET('/control/requests', { params: { query } }));
  return {
    createAccount: async (body = {}) =>
      answered<CreatedAccount>(await api.POST('/control/accounts', { body })),
    async reset(body = {}) {
      answered(await api.POST('/control/reset', { body }));
    },
    listRequests: async (filter = {}) => (await list(filter)).requests,
    async waitForRequests(filter = {}, { atLeast = 1, waitSeconds = 5 } = {}) {
      const { enough, requests } = await list({ ...filter, atLeast, waitSeconds });
      if (enough) return requests;
      throw new Error(`expected ${atLeast} requests in ${waitSeconds} s, found ${requests.length}`);
    },
    createBehaviour: async (body) => answered<Behaviour>(await api.POST('/control/behaviours', { body })),
    listBehaviours: async () => answered<Behaviours>(await api.GET('/control/behaviours')).behaviours,
    async removeBehaviours(id) {
      const query = id === undefined ? {} : { id };
      answered(await api.DELETE('/control/behaviours', { params: { query } }));
    },
  };
}

/** openapi-fetch types readonly lists as objects, so the type is that of the description. */
function answered<Data>({ data, error }: { readonly data?: unknown; readonly error?: unknown }): Data {
  if (error !== undefined) throw new ControlError(problemIn(error));
  return data as Data;
}

/** The problem of a response; another server at the address may answer anything. */
function problemIn(error: unknown): ControlProblem {
  const { title = 'no-problem', status = 0, detail = 'the response is not of a mock' } = Object(error);
  return { ...Object(error), title, status, detail };
}
