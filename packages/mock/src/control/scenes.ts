import { type Scene, sceneOf } from '@cascade/types/demo-numbers';
import type { KeptScene, NewScene } from '../generated/control.ts';
import type { Play } from '../life/play.ts';
import { refuseFaults } from './control-problem.ts';
import { createMatchingRules, type KeptRule } from './matching-rules.ts';

type StageScene = NonNullable<NewScene['stages']>[number];

/** The scenes of a mock, in the order in which they are tried. */
export interface Scenes {
  /** @throws {ControlRefusal} if it makes no sense, or there are too many. */
  add(wanted: NewScene): KeptScene;
  list(): readonly KeptScene[];
  /** Removes one by its id, or all; `false` if there is none of that id. */
  remove(id?: number): boolean;
  /** Removes those that name the account; or returns to those of the start. */
  reset(account?: string): void;
  /** What becomes of a message that was accepted; its scene counts as applied. */
  take(account: string, address: string): Play | undefined;
}

/** The scenes of the start, and those of tests. */
export function createScenes(atStart: readonly NewScene[]): Scenes {
  const rules = createMatchingRules<NewScene>({
    name: 'scenes',
    timesOf: () => Number.POSITIVE_INFINITY,
  });
  const add = (wanted: NewScene) => {
    refuseSenseless(wanted);
    return shown(rules.add(wanted));
  };
  const begin = () => {
    for (const wanted of atStart) add(wanted);
  };
  begin();
  return {
    add,
    list: () => rules.list().map(shown),
    remove: rules.remove,
    reset(account) {
      rules.reset(account);
      if (account === undefined) begin();
    },
    take(account, address) {
      const near = rules
        .list()
        .filter(({ wanted }) => wanted.account === undefined || wanted.account === account);
      const wanted = rules.take(near, address);
      return wanted && playOf(wanted, address);
    },
  };
}

function shown({ id, applied, wanted }: KeptRule<NewScene>): KeptScene {
  return { id, applied, scene: wanted };
}

function playOf({ stages = [], callbacks = [] }: NewScene, address: string): Play {
  return {
    isAsked: true,
    sceneOf(channel) {
      const staged = stages.find((stage) => isFor(stage.channel, channel));
      return staged === undefined ? sceneOf(address, channel) : stagedScene(staged);
    },
    fateOf: (status, channel) =>
      callbacks.find((one) => isFor(one.channel, channel) && isFor(one.status, status)) ?? {},
  };
}

function isFor(wanted: string | undefined, found: string): boolean {
  return wanted === undefined || wanted === found;
}

function stagedScene({ noResponse = 0, receipts = [], response, reason }: StageScene): Scene {
  const status = response ?? (receipts.length === 0 ? 'DELIVERED' : 'SENT');
  return {
    failures: noResponse,
    response: status === 'UNDELIVERED' ? { status, reason: reason ?? 'message-undeliverable' } : { status },
    receipts,
  };
}

/** @throws {ControlRefusal} with each fault that the schema cannot see. */
export function refuseSenseless({ stages, callbacks }: NewScene): void {
  if (stages === undefined && callbacks === undefined)
    refuseFaults([{ pointer: '', detail: 'expected stages or callbacks, found neither' }]);
  const misplaced = (stages ?? []).flatMap((stage, at) => [
    ...(stage.reason === undefined || stage.response === 'UNDELIVERED' ? [] : [`/stages/${at}/reason`]),
    ...(stage.receipts ?? []).flatMap((receipt, place) =>
      receipt.reason === undefined || receipt.status === 'UNDELIVERED'
        ? []
        : [`/stages/${at}/receipts/${place}/reason`],
    ),
  ]);
  if (misplaced.length > 0)
    refuseFaults(misplaced.map((pointer) => ({ pointer, detail: 'expected only beside UNDELIVERED' })));
}
