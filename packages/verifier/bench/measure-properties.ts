import { verify } from '../src/index.ts';
import { withMock } from './with-mock.ts';

/** Property cases per second, at full depth, against the mock in a process of its own. */
export function measureProperties(): Promise<number> {
  return withMock(async (target, profile) => {
    const { phases } = await verify({ target, profile, seed: 1, deep: true, phases: ['properties'] });
    const [properties] = phases;
    return Math.round((properties?.attempts ?? 0) / (properties?.seconds ?? 1));
  });
}
