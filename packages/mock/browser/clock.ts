import { type ClockState, ControlError, type MockControl } from '../src/control.ts';
import { element, write } from './elements.ts';
import { distance } from './words.ts';

/** The clock of an account, or of all: shows it, and moves it by buttons. */
export class ClockPanel {
  readonly #control: MockControl;
  readonly #account: () => string | undefined;
  #shown: { readonly state: ClockState; readonly since: number } | undefined;

  constructor(control: MockControl, account: () => string | undefined, changed: () => Promise<void>) {
    this.#control = control;
    this.#account = account;
    for (const one of element('clock-buttons', HTMLElement).querySelectorAll('button'))
      one.addEventListener('click', () => void this.#change(one.dataset).then(changed));
    // It runs on here, so that nothing is asked for the sake of the time.
    setInterval(() => this.#write(), 1_000);
  }

  async refresh(): Promise<void> {
    this.#show(await this.#control.getClock(this.#account()));
  }

  #show(state: ClockState): void {
    this.#shown = { state, since: performance.now() };
    this.#write();
  }

  #write(): void {
    if (this.#shown === undefined) return;
    const { state, since } = this.#shown;
    const now = Date.parse(state.now) + (performance.now() - since) * state.speed;
    const pace = state.speed === 0 ? 'stopped' : state.speed === 1 ? 'real time' : `×${state.speed}`;
    const due = state.next === null ? 'nothing is due' : dueAt(state.next, now);
    const time = new Date(now).toISOString().replace('T', ' ').slice(0, 19);
    write('clock-state', `${this.#account() ?? 'All accounts'}: ${time}, ${pace}; ${due}.`);
  }

  /** What the button says: a speed, how far, or to what is due next. */
  async #change({ speed, forward }: DOMStringMap): Promise<void> {
    write('clock-said', forward === undefined ? '' : 'Moving …');
    try {
      const account = this.#account();
      const before = await this.#control.getClock(account);
      const change =
        speed === undefined ? { forwardSeconds: secondsOf(forward, before) } : { speed: Number(speed) };
      const state = await this.#control.setClock({
        ...change,
        ...(account === undefined ? {} : { account }),
      });
      this.#show(state);
      write('clock-said', state.arrived ? 'Done.' : 'It did not come so far within 60 seconds.');
    } catch (error) {
      write('clock-said', explain(error));
    }
  }
}

function dueAt(next: string, now: number): string {
  const left = Date.parse(next) - now;
  return left <= 0 ? 'something is due now' : `next at ${next.slice(11, 19)}, in ${distance(left)}`;
}

function secondsOf(forward: string | undefined, { now, next }: ClockState): number {
  if (forward !== 'next') return Number(forward);
  return next === null ? 0 : Math.max(0, Date.parse(next) - Date.parse(now)) / 1_000;
}

/** Why the mock refused, or that it does not answer. */
export function explain(error: unknown): string {
  if (!(error instanceof ControlError)) return 'The mock does not answer.';
  return error.problem.status === 0 ? 'The mock does not answer.' : error.message;
}
