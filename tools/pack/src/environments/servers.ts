import { install, type Manager, managers } from '../install.ts';
import { tryPackages } from '../try-packages.ts';
import { enterApart } from './enter.ts';
import type { Environment } from './environment.ts';
import { fromRegistry } from './from-registry.ts';

/** The versions of Node that the published packages promise to run on. */
const nodes: readonly string[] = ['22', '24', '26'];

/** All packages in each Node, installed by each package manager: imported, asked for help, and the mock judged. */
export const serverEnvironments: readonly Environment[] = nodes.flatMap((version) =>
  managers.map((manager) => environmentOf(version, manager)),
);

function environmentOf(version: string, manager: Manager): Environment {
  return {
    name: 'Node',
    version,
    how: `ES modules and commands, installed by ${manager}`,
    packages: 'all',
    async open(room) {
      const path = await fromRegistry(`node@${version}`, room);
      return async () => {
        const place = { cwd: await enterApart(room, `${manager}-${version}`), path };
        await install(manager, room.packed, place);
        return tryPackages(room.packed, place);
      };
    },
  };
}
