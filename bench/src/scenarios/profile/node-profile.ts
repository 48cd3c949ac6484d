import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The part of a `.cpuprofile` that is read here. */
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Self time by module and by function, as shares of the time that Node was busy. */
export async function nodeProfile(folder: string, microsecondsPerCascade: number): Promise<object> {
  const name = await largest(folder);
  const profile: Profile = JSON.parse(await readFile(join(folder, name), 'utf8'));
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byModule = new Map<string, number>();
  const byFunction = new Map<string, number>();
  let busy = 0;
  for (const [index, id] of profile.samples.entries()) {
    const frame = frames.get(id);
    const time = profile.timeDeltas[index] ?? 0;
    if (frame === undefined || frame.functionName === '(idle)' || frame.functionName === '(program)')
      continue;
    busy += time;
    const where = moduleOf(frame.url, frame.functionName);
    add(byModule, where, time);
    add(byFunction, `${frame.functionName || '(anonymous)'} ${where}`, time);
  }
  const top = (times: Map<string, number>, count: number) =>
    Object.fromEntries(
      [...times]
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, count)
        .map(([key, time]) => [key, Math.round((time / busy) * 1_000) / 10]),
    );
  return {
    says: 'percent of the busy samples of V8, without idle time and native code outside of JavaScript',
    microsecondsPerCascade,
    modules: top(byModule, 25),
    functions: top(byFunction, 40),
  };
}

async function largest(folder: string): Promise<string> {
  const names = await readdir(folder);
  const sized = await Promise.all(
    names.map(async (name) => ({ name, size: (await readFile(join(folder, name))).length })),
  );
  const [first] = sized.toSorted((a, b) => b.size - a.size);
  if (first === undefined) throw new Error('the service left no profile');
  return first.name;
}

function add(sums: Map<string, number>, key: string, time: number): void {
  sums.set(key, (sums.get(key) ?? 0) + time);
}

/** `undici`, `node:net`, or a folder of the service. */
function moduleOf(url: string, functionName: string): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'V8';
  if (url.startsWith('node:')) return url.replace(/^node:(?:internal\/)?/, 'node:');
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  return installed ?? url.replace(/.*\/packages\//, '').replace(/\/[^/]+$/, '');
}
