import type { MockControl } from '../src/control.ts';
import type { Behaviour, KeptScene } from '../src/generated/control.ts';
import { explain } from './clock.ts';
import { element, Rows, write } from './elements.ts';
import { behaviourOf, sceneOf } from './presets.ts';
import { behaviourRow, sceneRow } from './rows.ts';
import { behaviourInWords, sceneInWords } from './words.ts';

/** The next behaviours and scenes: shows and removes them, and adds the commonest by buttons. */
export class RulesPanel {
  readonly #control: MockControl;
  readonly #account: () => string | undefined;
  readonly #behaviours: Rows<Behaviour>;
  readonly #scenes: Rows<KeptScene>;

  constructor(control: MockControl, account: () => string | undefined, changed: () => Promise<void>) {
    this.#control = control;
    this.#account = account;
    const act = (work: () => Promise<string>) => void this.#act(work).then(changed);
    const remove = (what: string, work: () => Promise<void>) => () => {
      // Before its button is gone, which may have the focus.
      element('next-title', HTMLElement).focus();
      act(() => work().then(() => `${what} removed.`));
    };
    this.#behaviours = new Rows<Behaviour>('behaviour-rows', {
      keyOf: ({ id, behaviour }) => `${id} ${JSON.stringify(behaviour)}`,
      versionOf: ({ applied }) => String(applied),
      rowOf: (one) =>
        behaviourRow(
          one,
          remove('Behaviour', () => control.removeBehaviours(one.id)),
        ),
    });
    this.#scenes = new Rows<KeptScene>('scene-rows', {
      keyOf: ({ id, scene }) => `${id} ${JSON.stringify(scene)}`,
      versionOf: ({ applied }) => String(applied),
      rowOf: (one) =>
        sceneRow(
          one,
          remove('Scene', () => control.removeScenes(one.id)),
        ),
    });
    whenPressed('behave', (preset, form) => act(() => this.#behave(preset, form)));
    whenPressed('play', (preset, form) => act(() => this.#play(preset, form)));
  }

  /** Shows those that concern the account; resolves with their numbers. */
  async refresh(): Promise<{ readonly behaviours: number; readonly scenes: number }> {
    const [allBehaviours, allScenes] = await Promise.all([
      this.#control.listBehaviours(),
      this.#control.listScenes(),
    ]);
    const account = this.#account();
    const concerns = (rule: { readonly account?: string }) =>
      account === undefined || rule.account === undefined || rule.account === account;
    const behaviours = allBehaviours.filter(({ behaviour }) => concerns(behaviour));
    const scenes = allScenes.filter(({ scene }) => concerns(scene));
    this.#behaviours.show(behaviours.slice(0, mostShown));
    this.#scenes.show(scenes.slice(0, mostShown));
    element('no-behaviours', HTMLElement).hidden = behaviours.length > 0;
    element('no-scenes', HTMLElement).hidden = scenes.length > 0;
    return { behaviours: behaviours.length, scenes: scenes.length };
  }

  async #behave(preset: string, form: FormData): Promise<string> {
    const { account, address, times } = this.#reach(form);
    const fields = {
      account,
      address,
      times,
      operation: text(form, 'operation'),
      seconds: text(form, 'seconds'),
    };
    const wanted = behaviourOf(preset, fields);
    if (wanted === undefined) return '';
    await this.#control.createBehaviour(wanted);
    return `Behaviour added: ${behaviourInWords(wanted)}.`;
  }

  async #play(preset: string, form: FormData): Promise<string> {
    const { account, address, times } = this.#reach(form);
    const fields = {
      account,
      address,
      times,
      channel: text(form, 'channel'),
      seconds: text(form, 'seconds'),
    };
    const wanted = sceneOf(preset, fields);
    if (wanted === undefined) return '';
    await this.#control.createScene(wanted);
    return `Scene added: ${sceneInWords(wanted)}.`;
  }

  #reach(form: FormData) {
    return { account: this.#account() ?? '', address: text(form, 'address'), times: text(form, 'times') };
  }

  async #act(work: () => Promise<string>): Promise<void> {
    try {
      write('said', await work());
    } catch (error) {
      write('said', explain(error));
    }
  }
}

const mostShown = 50;

/** Calls `work` for a button of a form, which is never sent. */
function whenPressed(id: string, work: (preset: string, form: FormData) => void): void {
  const form = element(id, HTMLFormElement);
  form.addEventListener('submit', (event) => event.preventDefault());
  for (const one of form.querySelectorAll('button'))
    one.addEventListener('click', () => {
      if (form.reportValidity()) work(one.dataset.preset ?? '', new FormData(form));
    });
}

function text(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim();
}
