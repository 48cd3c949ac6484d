import {
  type Behaviour,
  ControlError,
  type CreatedAccount,
  createMockControl,
  type MockControl,
  type ReceivedRequest,
} from '@cascade/mock/control';
import type { ConsoleTarget } from '../../src/console/page-protocol.ts';
import { timeOfDay } from '../../src/console/received-callback.ts';
import { defined, isObject, parsedJson } from '../../src/objects.ts';
import { readControlForm } from './control-form.ts';
import { element, show, write } from './elements.ts';

/** What the panel needs of the page, and does to it. */
export interface PageOfPanel {
  target(): { readonly index: number; readonly target: ConsoleTarget } | undefined;
  /** Sends as this account from now on. */
  useAccount(account: CreatedAccount): void;
  /** The account is not known to the mock any more, or is of another one. */
  leaveAccount(): void;
  /** The mock has forgotten what the page registered. */
  onReset(): void;
}

/** What more follows an operation that was carried out. A new operation of the description needs an entry only then. */
type Followers = Readonly<Record<string, (result: unknown, sent: unknown) => void>>;

const mostShown = 50;
/** The mock remembers no more. */
const mostKept = 1_000;
const waitSeconds = 10;
const pauseMs = 300;
const longPauseMs = 2_000;

const panel = element('control', HTMLDetailsElement);
const mine = element('control-mine', HTMLInputElement);
const resetButton = element('control-reset', HTMLButtonElement);

/** The panel of a page with targets. Open, it follows what its mock receives; closed, it asks nothing. */
export class ControlPanel {
  readonly #page: PageOfPanel;
  #control: MockControl | undefined;
  /** The account that was created here. */
  #own: string | undefined;
  /** Replaced with each change of what is followed: a loop that has the old one ends. */
  #followed: object = {};

  constructor(page: PageOfPanel) {
    this.#page = page;
    for (const [name, target] of [
      ['toggle', panel],
      ['visibilitychange', document],
      ['change', mine],
    ] as const)
      target.addEventListener(name, () => void this.follow());
    element('control-retry', HTMLButtonElement).addEventListener('click', () => void this.follow());
    element('control-create', HTMLButtonElement).addEventListener('click', () => void this.#createAccount());
    resetButton.addEventListener('click', () => void this.#resetOwn());
    for (const form of panel.querySelectorAll('form'))
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        void this.#send(form);
      });
  }

  /** Another target, or another state of it: an account is of one. */
  changeTarget(): void {
    this.#forgetAccount();
    void this.follow();
  }

  /** Begins anew: asks what the mock has, then waits for what it receives. */
  async follow(): Promise<void> {
    const followed = {};
    this.#followed = followed;
    const { index, target } = this.#page.target() ?? {};
    if (!panel.open || document.hidden || index === undefined) return;
    const control = createMockControl(new URL(`target/${index}`, document.baseURI).href);
    this.#control = control;
    const isOver = () => this.#followed !== followed;
    if (element('control-on', HTMLElement).hidden) showFault(`Waiting for ${target?.name} …`);
    try {
      await this.#planned(control);
      if (!isOver()) showFault('');
      await this.#followRequests(control, isOver);
    } catch (error) {
      if (isOver()) return;
      if (this.#own !== undefined && isUnknownAccount(error)) this.changeTarget();
      else showFault(describeFault(error, target));
    }
  }

  async #followRequests(control: MockControl, isOver: () => boolean): Promise<void> {
    let known: readonly ReceivedRequest[] | undefined;
    while (!isOver()) {
      const filter = this.#own !== undefined && mine.checked ? { account: this.#own } : {};
      const requests = await nextRequests(control, filter, known?.length);
      if (isOver()) return;
      if (known === undefined || latestOf(requests) !== latestOf(known)) {
        showReceived(requests);
        await this.#planned(control);
      }
      known = requests;
      const pause = requests.length >= mostKept ? longPauseMs : pauseMs;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  #use(account: CreatedAccount): void {
    nameAccount(account.name, this.#own);
    this.#own = account.name;
    resetButton.disabled = false;
    mine.checked = true;
    show('control-mine-label', true);
    write(
      'control-account',
      `${account.name}: its key is in the request, and its secret verifies the callbacks.`,
    );
    this.#page.useAccount(account);
    void this.follow();
  }

  #forgetAccount(): void {
    if (this.#own === undefined) return;
    this.#page.leaveAccount();
    nameAccount('', this.#own);
    this.#own = undefined;
    resetButton.disabled = true;
    show('control-mine-label', false);
    write('control-account', 'No account of your own yet.');
  }

  async #createAccount(): Promise<void> {
    await this.#try(async (control) => this.#use(await control.createAccount()));
  }

  async #resetOwn(): Promise<void> {
    const account = this.#own;
    await this.#try(async (control) => {
      await control.reset(defined({ account }));
      this.#onReset({ account });
      write('control-account', `${account} is as it was created. Its key stays in the request.`);
    });
  }

  async #remove(id: number): Promise<void> {
    await this.#try(async (control) => {
      await control.removeBehaviours(id);
      await this.#planned(control);
    });
  }

  async #planned(control: MockControl): Promise<void> {
    const behaviours = await control.listBehaviours();
    // Another target may have been chosen meanwhile.
    if (control === this.#control) showPlanned(behaviours, (id) => this.#remove(id));
  }

  #onReset(sent: unknown): void {
    if (isObject(sent) && sent.account === undefined && sent.key === undefined) this.#forgetAccount();
    this.#page.onReset();
    void this.follow();
  }

  /** Does what a click asks for; says why if the mock refuses. */
  async #try(work: (control: MockControl) => Promise<void>): Promise<void> {
    const control = this.#control;
    if (control === undefined) return;
    await work(control).catch((error: unknown) => {
      write('control-account', describeFault(error, this.#page.target()?.target));
    });
  }

  readonly #followers: Followers = {
    createAccount: (result) => this.#use(result as CreatedAccount),
    resetState: (_, sent) => this.#onReset(sent),
    createBehaviour: () => void this.#try((control) => this.#planned(control)),
    removeBehaviours: () => void this.#try((control) => this.#planned(control)),
  };

  /** Sends what a form of the description asks for, and shows the response below it. */
  async #send(form: HTMLFormElement): Promise<void> {
    const place = form.querySelector('.control-result');
    const { index, target } = this.#page.target() ?? {};
    if (place === null || index === undefined) return;
    place.replaceChildren(...textAndBody('Sending …'));
    try {
      const { method, path, body } = readControlForm(form);
      const response = await fetch(
        `target/${index}${path}`,
        defined({ method, body, headers: body === undefined ? {} : { 'content-type': 'application/json' } }),
      );
      const text = await response.text();
      const value = parsedJson(text);
      const follow = response.ok ? this.#followers[form.dataset.operation ?? ''] : undefined;
      // What follows shows the result.
      place.replaceChildren(...describeAnswer(response, follow === undefined ? (value ?? text) : ''));
      follow?.(value, parsedJson(body ?? ''));
    } catch (error) {
      place.replaceChildren(...textAndBody(describeFault(error, target)));
    }
  }
}

/** Differs between lists of which one has more: numbers begin anew after a reset, times do not. */
function latestOf(requests: readonly ReceivedRequest[]): string {
  const latest = requests.at(-1);
  return `${latest?.number} ${latest?.receivedAt}`;
}

/** All requests that match, as soon as there are more than are known, or once the wait is over. */
async function nextRequests(
  control: MockControl,
  filter: { readonly account?: string },
  known: number | undefined,
): Promise<readonly ReceivedRequest[]> {
  if (known === undefined) return control.listRequests(filter);
  const atLeast = Math.min(known + 1, mostKept);
  // It rejects if they do not come; a mock that is gone rejects the list, too.
  return control.waitForRequests(filter, { atLeast, waitSeconds }).catch(() => control.listRequests(filter));
}

/** Whether the mock refused a name: without the control, it would refuse the path, and name no field. */
function isUnknownAccount(error: unknown): boolean {
  return error instanceof ControlError && error.problem.status === 404 && error.problem.errors !== undefined;
}

function describeFault(error: unknown, target: ConsoleTarget | undefined): string {
  const where = `${target?.name} at ${target?.url}`;
  if (error instanceof SyntaxError) return error.message;
  if (!(error instanceof ControlError)) return `${where} cannot be asked: the docs server does not answer.`;
  const { title, status, detail } = error.problem;
  if (status === 404 && !isUnknownAccount(error))
    return `${where} has no control interface. Choose a mock that was started with it: node packages/mock/src/cli.ts --control`;
  if (status === 0) return `${where} does not answer.`;
  return `${status} ${title}: ${detail}`;
}

/** Why nothing can be controlled; empty if it can. */
function showFault(text: string): void {
  write('control-off', text);
  show('control-off', text !== '');
  show('control-retry-line', text !== '');
  show('control-on', text === '');
}

/** Writes the account into the fields that name one, unless the reader wrote another. */
function nameAccount(name: string, before = ''): void {
  for (const field of panel.querySelectorAll<HTMLInputElement>('input[name="account"]'))
    if (field.value === '' || field.value === before) field.value = name;
}

function showPlanned(behaviours: readonly Behaviour[], remove: (id: number) => void): void {
  const items = behaviours.map(({ id, applied, behaviour }) => {
    const item = document.createElement('li');
    const button = textIn('button', 'Remove', 'console-button') as HTMLButtonElement;
    button.type = 'button';
    button.setAttribute('aria-label', `Remove behaviour ${id}`);
    button.addEventListener('click', () => remove(id));
    item.append(textIn('code', JSON.stringify(behaviour)), `applied ${applied} times`, button);
    return item;
  });
  element('control-planned', HTMLUListElement).replaceChildren(...items);
}

const shownRequests = new Map<string, HTMLLIElement>();

/** The latest on top. Those that stay keep their focus, and are open if they were. */
function showReceived(requests: readonly ReceivedRequest[]): void {
  const latest = requests.slice(-mostShown).toReversed();
  const keys = latest.map(({ number, receivedAt }) => `${number} ${receivedAt}`);
  for (const [key, item] of shownRequests)
    if (!keys.includes(key)) {
      item.remove();
      shownRequests.delete(key);
    }
  const list = element('control-received', HTMLOListElement);
  for (const [at, request] of latest.entries()) {
    const key = keys[at] ?? '';
    const item = shownRequests.get(key) ?? itemOf(request);
    shownRequests.set(key, item);
    if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null);
  }
  const more = requests.length > mostShown ? `, of which the latest ${mostShown} are listed` : '';
  const count = requests.length === 1 ? '1 request' : `${requests.length} requests`;
  write(
    'control-count',
    requests.length === 0 ? 'None yet. They appear here as they come.' : `${count}${more}`,
  );
}

function itemOf({ number, receivedAt, method, path, account, status, code, address, body }: ReceivedRequest) {
  const item = document.createElement('li');
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  const outcome = [status ?? 'no response', code].filter((one) => one !== null).join(' ');
  const facts = [`#${number}`, timeOfDay(receivedAt), account ?? 'no account', address].filter(
    (one) => one !== null,
  );
  summary.append(
    textIn('strong', outcome),
    ` ${method} ${path}`,
    textIn('span', facts.join(' · '), 'console-times'),
  );
  details.append(summary, ...textAndBody(body === undefined ? 'No body was kept.' : '', body));
  item.append(details);
  return item;
}

function describeAnswer({ ok, status, headers }: Response, body: unknown): readonly HTMLElement[] {
  const problem = isObject(body) && headers.get('content-type')?.includes('problem') ? body : undefined;
  if (problem !== undefined) return textAndBody(`${status} ${problem.title}: ${problem.detail}`);
  return textAndBody(ok ? `Done: ${status}` : String(status), body === '' ? undefined : body);
}

function textAndBody(text: string, body?: unknown): readonly HTMLElement[] {
  const line = text === '' ? [] : [textIn('p', text, '')];
  if (body === undefined) return line;
  const block = textIn('pre', typeof body === 'string' ? body : JSON.stringify(body, undefined, 2), '');
  block.tabIndex = 0;
  block.setAttribute('aria-label', 'Body');
  return [...line, block];
}

function textIn(
  name: 'button' | 'code' | 'p' | 'pre' | 'span' | 'strong',
  text: string,
  className = '',
): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}
