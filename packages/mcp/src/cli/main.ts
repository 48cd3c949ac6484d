import { parseArgs } from 'node:util';

const usage = `Usage: cascade-mcp

A Model Context Protocol server on standard input and output, for assistants that write an integration of the cascade
API: explain, search, judge_request, send_to_mock. It runs until its input ends.
`;

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
  if (values.help) process.stdout.write(usage);
  else {
    // Imported here so that --help does not wait for Prism.
    const { serveStdio } = await import('../index.ts');
    await serveStdio();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\nTry cascade-mcp --help.\n`);
  process.exitCode = 2;
}
