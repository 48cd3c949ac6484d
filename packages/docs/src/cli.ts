#!/usr/bin/env node
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { parseTarget } from './console/console-server.ts';
import type { Target } from './console/page-protocol.ts';
import { type ServeOptions, serveDocs } from './serve-docs.ts';

const help = `Serves the documentation portal.

  cascade-docs                 on http://127.0.0.1:4011
  cascade-docs --port 8081     on another port; 0 picks a free one
  cascade-docs --host ::1      on another address of this machine
  cascade-docs --target http://127.0.0.1:4012
                               lets the console send to this provider, which must run on this machine.
                               Repeat it to offer several: --target service=http://… --target mock=http://…

Exit codes: 0 stopped by a signal, 1 could not start, 2 wrong usage.
`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (typeof options === 'string') {
    process.stderr.write(`${options}\n\n${help}`);
    return 2;
  }
  if (options.help) {
    process.stdout.write(help);
    return 0;
  }
  try {
    const docs = await serveDocs(options);
    process.stdout.write(`The docs are at ${docs.url}. Ctrl-C stops them.\n`);
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    await docs.close();
    return 0;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Cannot serve on ${options.host}:${options.port}: ${reason}\nTry another --port.\n`);
    return 1;
  }
}

type Options = Required<Pick<ServeOptions, 'port' | 'host' | 'targets'>> & { readonly help: boolean };

function readOptions(args: string[]): Options | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        port: { type: 'string', default: '4011' },
        host: { type: 'string', default: '127.0.0.1' },
        target: { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
    if (!(port <= 65_535)) return `--port must be a number from 0 to 65535; got ${values.port}`;
    const targets: Target[] = [];
    for (const text of values.target) {
      const target = parseTarget(text);
      if (typeof target === 'string') return `--target: ${target}`;
      targets.push(target);
    }
    return { port, host: values.host, targets, help: values.help };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
