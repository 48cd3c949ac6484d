import { Command } from '@commander-js/extra-typings';
import manifest from '../../package.json' with { type: 'json' };

const command = new Command('cascade-mcp')
  .description(
    `A Model Context Protocol server on standard input and output, for assistants that write an integration of the cascade
API: explain, search, judge_request, send_to_mock. It runs until its input ends.`,
  )
  .version(manifest.version)
  .showHelpAfterError('Try cascade-mcp --help.')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(async () => {
    // Imported here so that --help does not wait for the SDK.
    const { serveStdio } = await import('../index.ts');
    await serveStdio();
  });
await command.parseAsync();
