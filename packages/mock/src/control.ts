/** A typed client of the control interface of a running mock (ADR-0062). */
import createClient from 'openapi-fetch';
import type {
  AccountChange,
  AccountNames,
  AccountState,
  Behaviour,
  Behaviours,
  ClockChange,
  ClockState,
  ControlProblem,
  CreatedAccount,
  KeptScene,
  NewAccount,
  NewBehaviour,
  NewScene,
  OwnCallback,
  operations,
  paths,
  ReceivedRequest,
  ReceivedRequests,
  Reset,
  Scenes,
  SentCallback,
  SentCallbacks,
} from './generated/control.ts';

export type {
  AccountChange,
  AccountNames,
  AccountState,
  Behaviour,
  ClockChange,
  ClockState,
  ControlProblem,
  CreatedAccount,
  KeptScene,
  NewAccount,
  NewBehaviour,
  NewScene,
  OwnCallback,
  ReceivedRequest,
  ReceivedRequests,
  Reset,
  SentCallback,
  SentCallbacks,
};

/** Which received requests are meant. */
export type ReceivedFilter = Omit<
  NonNullable<operations['listRequests']['parameters']['query']>,
  'atLeast' | 'waitSeconds'
>;

/** Which callback attempts are meant. */
export type SentFilter = Omit<
  NonNullable<operations['listCallbacks']['parameters']['query']>,
  'atLeast' | 'waitSeconds'
>;

/** How long to wait for what is new, and until when it is of interest. */
export interface Following {
  readonly atLeast?: number;
  readonly waitSeconds?: number;
  readonly signal?: AbortSignal;
}

/** Controls one mock; each call rejects with a `ControlError` if the mock refuses it. */
export interface MockControl {
  /** Opens an account for a test. */
  createAccount(wanted?: NewAccount): Promise<CreatedAccount>;
  /** Its balance, used request ids (a page), cascades, keys by label and callbacks by origin. */
  getAccount(
    account: string,
    page?: { readonly offset?: number; readonly limit?: number },
  ): Promise<AccountState>;
  /** Sets balance or cascades, uses up request ids, adds a key or lets one expire; a reset undoes it. */
  setAccount(change: AccountChange): Promise<AccountState>;
  /** How many accounts there are, and the names of the last 1,000. */
  listAccountNames(): Promise<AccountNames>;
  /** Returns the mock, or one account, to its start. */
  reset(what?: Reset): Promise<void>;
  /** What the mock received, the newest last. */
  listRequests(filter?: ReceivedFilter): Promise<readonly ReceivedRequest[]>;
  /** The same, once `atLeast` came: 1 in 5 seconds if absent. Rejects if they do not come. */
  waitForRequests(
    filter?: ReceivedFilter,
    patience?: { readonly atLeast?: number; readonly waitSeconds?: number },
  ): Promise<readonly ReceivedRequest[]>;
  /**
   * The whole response, also if too few came; with `after`, only what is new. If `resets` has grown,
   * numbers may have begun anew.
   */
  followRequests(filter?: ReceivedFilter, following?: Following): Promise<ReceivedRequests>;
  /** Changes what happens to the next requests that match; to one if `times` and `share` are absent. */
  createBehaviour(wanted: NewBehaviour): Promise<Behaviour>;
  /** Those that may still apply. */
  listBehaviours(): Promise<readonly Behaviour[]>;
  /** Removes one, or all. */
  removeBehaviours(id?: number): Promise<void>;
  /** Says what becomes of the next messages that match, and of their callbacks. */
  createScene(wanted: NewScene): Promise<KeptScene>;
  /** Those that may still apply. */
  listScenes(): Promise<readonly KeptScene[]>;
  /** Removes one, or all. */
  removeScenes(id?: number): Promise<void>;
  /** The attempts to send a callback, the newest last. */
  listCallbacks(filter?: SentFilter): Promise<readonly SentCallback[]>;
  /** The same, once `atLeast` were made: 1 in 5 seconds if absent. Rejects if they are not. */
  waitForCallbacks(
    filter?: SentFilter,
    patience?: { readonly atLeast?: number; readonly waitSeconds?: number },
  ): Promise<readonly SentCallback[]>;
  /** The whole response, as of `followRequests`. */
  followCallbacks(filter?: SentFilter, following?: Following): Promise<SentCallbacks>;
  /** Sends any event to the registered address, signed; resolves after the first attempt. */
  sendCallback(own: OwnCallback): Promise<readonly SentCallback[]>;
  /** The time of an account, or of the mock. */
  getClock(account?: string): Promise<ClockState>;
  /** Stops or quickens a clock, or moves it on; resolves when all that fell into that time has been done. */
  setClock(change: ClockChange): Promise<ClockState>;
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
  const list = async (query: ReceivedFilter, following: Following = {}) =>
    answered<ReceivedRequests>(await api.GET('/control/requests', waiting(query, following)));
  const listSent = async (query: SentFilter, following: Following = {}) =>
    answered<SentCallbacks>(await api.GET('/control/callbacks', waiting(query, following)));
  return {
    createAccount: async (body = {}) =>
      answered<CreatedAccount>(await api.POST('/control/accounts', { body })),
    getAccount: async (account, page = {}) =>
      answered<AccountState>(await api.GET('/control/accounts', { params: { query: { account, ...page } } })),
    setAccount: async (body) => answered<AccountState>(await api.PATCH('/control/accounts', { body })),
    listAccountNames: async () => answered<AccountNames>(await api.GET('/control/account-names')),
    async reset(body = {}) {
      answered(await api.POST('/control/reset', { body }));
    },
    listRequests: async (filter = {}) => (await list(filter)).requests,
    async waitForRequests(filter = {}, { atLeast = 1, waitSeconds = 5 } = {}) {
      const { enough, requests } = await list(filter, { atLeast, waitSeconds });
      if (enough) return requests;
      throw new Error(`expected ${atLeast} requests in ${waitSeconds} s, found ${requests.length}`);
    },
    followRequests: (filter = {}, following = {}) => list(filter, following),
    createBehaviour: async (body) => answered<Behaviour>(await api.POST('/control/behaviours', { body })),
    listBehaviours: async () => answered<Behaviours>(await api.GET('/control/behaviours')).behaviours,
    async removeBehaviours(id) {
      const query = id === undefined ? {} : { id };
      answered(await api.DELETE('/control/behaviours', { params: { query } }));
    },
    createScene: async (body) => answered<KeptScene>(await api.POST('/control/scenes', { body })),
    listScenes: async () => answered<Scenes>(await api.GET('/control/scenes')).scenes,
    async removeScenes(id) {
      const query = id === undefined ? {} : { id };
      answered(await api.DELETE('/control/scenes', { params: { query } }));
    },
    async getClock(account) {
      const query = account === undefined ? {} : { account };
      return answered<ClockState>(await api.GET('/control/clock', { params: { query } }));
    },
    listCallbacks: async (filter = {}) => (await listSent(filter)).callbacks,
    async waitForCallbacks(filter = {}, { atLeast = 1, waitSeconds = 5 } = {}) {
      const { enough, callbacks } = await listSent(filter, { atLeast, waitSeconds });
      if (enough) return callbacks;
      throw new Error(`expected ${atLeast} callbacks in ${waitSeconds} s, found ${callbacks.length}`);
    },
    followCallbacks: (filter = {}, following = {}) => listSent(filter, following),
    sendCallback: async (body) =>
      answered<SentCallbacks>(await api.POST('/control/callbacks', { body })).callbacks,
    setClock: async (body) => answered<ClockState>(await api.POST('/control/clock', { body })),
  };
}

/** The options of a call that may wait. */
function waiting<Filter>(filter: Filter, { signal, ...wait }: Following) {
  return { params: { query: { ...filter, ...wait } }, ...(signal === undefined ? {} : { signal }) };
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
