import { once } from 'node:events';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import manifest from '../../package.json' with { type: 'json' };

const command = new Command('cascade-mcp')
  .description(
    `A Model Context Protocol server for assistants that write an integration of the cascade API: explain, search,
list_changes, get_change, judge_request, send_to_mock. It serves its standard input and output, and runs until the input ends.`,
  )
  .version(manifest.version)
  .option('--http <port>', 'serve Streamable HTTP at this port instead; 0 picks a free one', parsePort)
  .option('--host <address>', 'with --http, another address of this machine', '127.0.0.1')
  .addHelpText(
    'after',
    `
Examples:
  cascade-mcp                  for an assistant that starts it
  cascade-mcp --http 4014      at http://127.0.0.1:4014/mcp, for programs of this machine

Exit codes: 0 the input ended or a signal stopped it, 1 could not start, 2 wrong usage.`,
  )
  .showHelpAfterError('Try cascade-mcp --help.')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(async ({ http, host }) => {
    // Imported here so that --help does not wait for the SDK.
    const { serveHttp, serveStdio } = await import('../index.ts');
    if (http === undefined) return serveStdio();
    try {
      const server = await serveHttp({ port: http, host });
      process.stdout.write(`Clients connect to ${server.url}. Ctrl-C stops it.\n`);
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
      await server.close();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      process.stderr.write(`Cannot serve on ${host}:${http}: ${reason}\nTry another port.\n`);
      process.exitCode = 1;
    }
  });
await command.parseAsync();

function parsePort(text: string): number {
  const port = Number(text);
  if (/^[0-9]+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Expected a number from 0 to 65535.');
}
