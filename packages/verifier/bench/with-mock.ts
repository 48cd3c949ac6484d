import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Profile, readProfile } from '../src/index.ts';

/** Does something with the mock in a process of its own, and with what the verifier may know of it. */
export async function withMock<Result>(
  work: (target: string, profile: Profile) => Promise<Result>,
): Promise<Result> {
  const mock = fork(new URL('serve-mock.ts', import.meta.url));
  try {
    const [target]: string[] = await once(mock, 'message');
    if (target === undefined) throw new Error('the mock has no address');
    return await work(
      target,
      await readProfile(fileURLToPath(new URL('../profiles/mock.yaml', import.meta.url))),
    );
  } finally {
    mock.kill();
  }
}
