#!/usr/bin/env node
import { once } from 'node:events';
import { commandLine, InvalidArgumentError, parsePort, runCommand } from '@cascade/contract/command-line';
import manifest from '../package.json' with { type: 'json' };
import { parseTarget } from './console/console-server.ts';
import type { ConsoleTarget } from './console/page-protocol.ts';
import { serveDocs } from './serve-docs.ts';

const command = commandLine(
  'cascade-docs',
  'Serves the documentation portal.',
  `Examples:
  cascade-docs                 on http://127.0.0.1:4011
  cascade-docs --port 8081     on another port
  cascade-docs --target service=http://127.0.0.1:4012 --target mock=http://127.0.0.1:4010

Exit codes: 0 stopped by a signal, 1 could not start, 2 wrong usage.`,
)
  .version(manifest.version)
  .option('--port <number>', 'the port; 0 picks a free one', parsePort, 4011)
  .option('--host <address>', 'another address of this machine', '127.0.0.1')
  .option(
    '--target <url>',
    'lets the console send to this provider, which must run on this machine; may be repeated, with names',
    addTarget,
    [],
  );

process.exitCode = await runCommand(command, async ({ port, host, target: targets }) => {
  try {
    const docs = await serveDocs({ port, host, targets });
    process.stdout.write(`The docs are at ${docs.url}. Ctrl-C stops them.\n`);
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    await docs.close();
    return 0;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Cannot serve on ${host}:${port}: ${reason}\nTry another --port.\n`);
    return 1;
  }
});

function addTarget(text: string, before: readonly ConsoleTarget[]): readonly ConsoleTarget[] {
  const target = parseTarget(text);
  if (typeof target === 'string') throw new InvalidArgumentError(target);
  return [...before, target];
}
