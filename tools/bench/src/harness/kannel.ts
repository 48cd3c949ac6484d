import { type Child, runProgram, startProgram } from '@cascade/repository/test-kit';
import { untilItAnswers } from './waits.ts';

/** Why Kannel cannot run; undefined if it can. */
export async function whyNoKannel(): Promise<string | undefined> {
  const { code } = await runProgram('sh', ['-c', 'command -v bearerbox && command -v smsbox']);
  return code === 0 ? undefined : 'no Kannel (Debian: apt install kannel)';
}

/** Kannel's two boxes by a configuration file with these ports; resolves when both answer. */
export async function startBoxes(
  file: string,
  ports: Readonly<Record<'admin' | 'http', number>>,
): Promise<readonly Child[]> {
  const boxes: Child[] = [];
  for (const [program, port] of [
    ['bearerbox', ports.admin],
    ['smsbox', ports.http],
  ] as const) {
    const box = startProgram(program, ['-v', '4', file]);
    boxes.push(box);
    await untilItAnswers(`http://127.0.0.1:${port}/`, box, { seconds: 30 });
  }
  return boxes;
}
