import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TriedClient } from '@cascade/docs/review-page';
import { absentTool } from './run-command.ts';
import { commandsOf, type Tool, tools } from './tables.ts';
import { compile, generateClient, homeOf, room } from './try-tool.ts';

/** The OpenAPI descriptions of two revisions, and who is told what is being tried. */
interface Trial {
  readonly before: object;
  readonly now: object;
  readonly tell: (line: string) => void;
}

/** No further client is tried after this time. */
const secondsForAll = 600;

/**
 * Generates a client from both descriptions by each generator that `npm run trials -- interop` has
 * installed, and compiles the program of the interop runs with each. Results are kept by generator and
 * descriptions.
 */
export async function tryClients({ before, now, tell }: Trial): Promise<readonly TriedClient[]> {
  const end = performance.now() + secondsForAll * 1000;
  const folder = await mkdtemp(join(tmpdir(), 'cascade-clients-'));
  const files = { before: join(folder, 'before.json'), now: join(folder, 'now.json') };
  try {
    await writeFile(files.before, JSON.stringify(before));
    await writeFile(files.now, JSON.stringify(now));
    const tried: TriedClient[] = [];
    for (const tool of tools.filter(({ reads }) => reads === 'openapi')) {
      tell(`client of ${tool.name} …`);
      const result = performance.now() > end ? { skipped: 'no time left' } : await tryOnce(tool, files);
      tried.push({ client: `${tool.name} (${tool.language})`, ...result });
    }
    return tried;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Files = Readonly<Record<'before' | 'now', string>>;
type Result = Omit<TriedClient, 'client'>;

async function tryOnce(tool: Tool, { before, now }: Files): Promise<Result> {
  if (!existsSync(join(homeOf(tool), 'installed')))
    return { skipped: `not installed; npm run trials -- interop --only '${tool.name}' installs it` };
  const hash = createHash('sha256');
  for (const text of [JSON.stringify(tool), readFileSync(before), readFileSync(now)]) hash.update(text);
  const file = join(room, 'clients', `${hash.digest('hex')}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const result = await tryClient(tool, homeOf(tool), { before, now });
  await mkdir(join(room, 'clients'), { recursive: true });
  await writeFile(file, JSON.stringify(result));
  return result;
}

/** Generates from both descriptions with the tool that is installed in `home`, and compiles. */
export async function tryClient(tool: Tool, home: string, { before, now }: Files): Promise<Result> {
  const absent = await absentTool(commandsOf(tool.needs));
  if (absent !== undefined) return { skipped: absent };
  const folder = join(before, '..', 'client');
  const faultOf = async (description: string) =>
    (await generateClient(tool, { home, folder, description, flags: true })) ??
    compile(tool, { home, folder });
  const already = await faultOf(before);
  if (already !== undefined) return { skipped: `fails with the former description, too: ${already}` };
  const says = await faultOf(now);
  return says === undefined ? {} : { says };
}
