import type { NewBehaviour, NewScene } from '../generated/control.ts';
import type { Accounts } from '../provider/account.ts';
import type { Behaviours } from './behaviours.ts';
import { type ControlMethods, done, json } from './control-operation.ts';
import { refuseFaults, refuseUnknown } from './control-problem.ts';
import { findAccount } from './find-account.ts';
import { readBodyOf, readQueryOf } from './read-control-request.ts';
import type { Scenes } from './scenes.ts';

/** `/control/behaviours`. */
export function behaviourOperations(
  accounts: Accounts,
  behaviours: Behaviours,
  operationIds: readonly string[],
): ControlMethods {
  return {
    async POST(request) {
      const wanted = (await readBodyOf('createBehaviour', request)) as NewBehaviour;
      findAccount(accounts, wanted);
      if (wanted.operation !== undefined && !operationIds.includes(wanted.operation))
        refuseUnknown('/operation', wanted.operation, operationIds);
      return json(201, behaviours.add(wanted));
    },
    async GET(request) {
      readQueryOf('listBehaviours', request);
      return json(200, { behaviours: behaviours.list() });
    },
    async DELETE(request) {
      return removed(behaviours, readQueryOf('removeBehaviours', request), 'a behaviour');
    },
  };
}

/** `/control/scenes`. */
export function sceneOperations(accounts: Accounts, scenes: Scenes): ControlMethods {
  return {
    async POST(request) {
      const wanted = (await readBodyOf('createScene', request)) as NewScene;
      findAccount(accounts, wanted);
      return json(201, scenes.add(wanted));
    },
    async GET(request) {
      readQueryOf('listScenes', request);
      return json(200, { scenes: scenes.list() });
    },
    async DELETE(request) {
      return removed(scenes, readQueryOf('removeScenes', request), 'a scene');
    },
  };
}

function removed(rules: Pick<Scenes, 'remove'>, query: unknown, what: string) {
  const { id } = query as { readonly id?: number };
  if (rules.remove(id)) return done;
  return refuseFaults([{ pointer: '/id', detail: `expected the id of ${what}, found ${id}` }], 'not-found');
}
