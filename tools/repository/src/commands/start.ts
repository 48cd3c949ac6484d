import { commandLine, parsePort, runCommand } from '@cascade/contract/command-line';
import { beginProgress, readableOutput } from './progress.ts';
import { type GivenPorts, type StartedServers, startServers } from './start/servers.ts';
import { sendSamples, showCascade } from './start/show.ts';
import { runTurbo } from './turbo.ts';

const steps = [
  { says: 'Generate what follows from the contract', tasks: ['//#generate'] },
  { says: 'Lint the descriptions and build the docs', tasks: ['lint', 'build'] },
] as const;

/**
 * Generates, lints and builds, one line a step. Returns the exit code; if a step fails, prints its output.
 */
async function makeEverything(): Promise<number> {
  for (const { says, tasks } of steps) {
    const progress = beginProgress(says);
    const { end, exitCode, output } = await runTurbo([
      ...tasks,
      '--output-logs=errors-only',
      '--log-order=grouped',
    ]);
    progress.end(end);
    if (end === 'failed') process.stderr.write(`\n${readableOutput(output)}`);
    if (end !== 'done') return exitCode;
  }
  return 0;
}

/** Resolves when the user presses Ctrl-C or the process gets SIGTERM. */
function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}

const command = commandLine(
  'npm start --',
  `Generates and checks everything, starts mock, docs and service, sends the samples to the mock and a message
through a cascade of the service. Runs until Ctrl-C.`,
  `Examples:
  npm start                          on ports 4010, 4011 and 4012, or free ones if they are taken
  npm start -- --mock-port 8080      the mock on a given port
  npm start -- --once                stop after the samples

Exit codes: 0 stopped by you, 1 something failed, 2 wrong usage, 130 stopped before all was made.`,
)
  .option('--mock-port <number>', 'the mock on a given port', parsePort)
  .option('--docs-port <number>', 'the docs on a given port', parsePort)
  .option('--service-port <number>', 'the service on a given port', parsePort)
  .option('--once', 'stop after the samples');

async function serve(ports: GivenPorts, once: boolean): Promise<number> {
  let servers: StartedServers;
  // The samples print their own answers; the log starts with the user's first request.
  let write = (_line: string) => {};
  try {
    servers = await startServers(ports, (line) => write(line));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
  const show = (text: string) => void process.stdout.write(text);
  try {
    const wrong = await sendSamples(servers.mock.url, show);
    await showCascade(servers.service.url, show);
    if (once) return wrong === 0 ? 0 : 1;
    process.stdout.write(whereIsWhat(servers));
    write = (line) => void process.stdout.write(line);
    await untilInterrupted();
    return wrong === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await servers.close();
  }
}

function whereIsWhat({ mock, docs, service }: StartedServers): string {
  return `
The mock    ${mock.url}
The docs    ${docs.url}
            ${docs.url}/console.html sends requests to service and mock
The service ${service.url}

Try it:     curl -i ${mock.url}/api/cascade/schedule -H 'x-api-key: demo-key' -H 'content-type: application/json' \\
             -d '{"requestId":"${crypto.randomUUID()}","cascadeId":2002,"subscriberFilter":{"address":"+12025550100","type":"PHONE"},"content":{"smsContent":{"contentType":"TEXT","text":"Hello"}}}'

Ctrl-C stops them all.
`;
}

process.exitCode = await runCommand(command, async ({ once = false, mockPort, docsPort, servicePort }) => {
  const exitCode = await makeEverything();
  if (exitCode !== 0) return exitCode;
  return serve({ mock: mockPort, docs: docsPort, service: servicePort }, once);
});
