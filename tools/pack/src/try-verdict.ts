import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Place } from './install.ts';
import { environment, run } from './run.ts';
import { programTrial, type Trial } from './trial.ts';

/** The installed verifier writes a profile, and judges the installed mock by the profile packed for it. */
export async function tryVerdict(place: Place): Promise<readonly Trial[]> {
  const verify = (...args: readonly string[]) => run('npx', ['--no', '--', 'cascade-verify', ...args], place);
  const init = await verify('init', 'profile.yaml');
  const mock = await startMock(place);
  try {
    const profile = join('node_modules', '@cascade', 'verifier', 'profiles', 'mock.yaml');
    const judged = await verify('--profile', profile, '--target', mock.url, '--html', 'report.html');
    return [
      programTrial('cascade-verify init', init, 'wrote profile.yaml'),
      programTrial('cascade-verify judges cascade-mock', judged, '\nCONFORMANT\n'),
    ];
  } finally {
    await mock.end();
  }
}

/** @throws {Error} if the mock exits before it listens. */
async function startMock(place: Place): Promise<{ readonly url: string; end(): Promise<void> }> {
  // Not through npx: the signal must reach the mock, not npx.
  const command = join(place.cwd, 'node_modules/.bin/cascade-mock');
  const child = spawn(command, ['--port', '0', '--quiet'], {
    cwd: place.cwd,
    env: environment(place),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close')]);
  const [url] = /http:\S+\d/.exec(line ?? '') ?? [];
  if (url === undefined) throw new Error(`cascade-mock does not listen: ${line ?? 'it exited'}`);
  return {
    url,
    async end() {
      child.kill();
      await exited;
    },
  };
}
