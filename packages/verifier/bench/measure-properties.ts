import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readProfile, verify } from '../src/index.ts';

/** Property cases per second, at full depth, against the mock in a process of its own. */
export async function measureProperties(): Promise<number> {
  const mock = fork(new URL('serve-mock.ts', import.meta.url));
  try {
    const [url]: string[] = await once(mock, 'message');
    if (url === undefined) throw new Error('the mock has no address');
    const profile = await readProfile(fileURLToPath(new URL('../profiles/mock.yaml', import.meta.url)));
    const report = await verify({ target: url, profile, seed: 1, deep: true, phases: ['properties'] });
    const [properties] = report.phases;
    return Math.round((properties?.attempts ?? 0) / (properties?.seconds ?? 1));
  } finally {
    mock.kill();
  }
}
