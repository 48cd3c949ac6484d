import { type Command, Option } from '@commander-js/extra-typings';
import { readAccountsFile } from '../accounts/file/read-accounts-file.ts';
import { channels } from '../channels.ts';
import { readProductionFile, readServiceFile, type ServiceSettings } from '../config/read-service-file.ts';
import { defined } from '../defined.ts';
import { describeGateways, explainUndeclared } from '../gateways/create-gateways.ts';
import type { Log } from '../log.ts';
import type { RunningService } from '../service-options.ts';
import { databaseOf } from './database-of.ts';
import { numberIn, options, parseWebUrl, UsageError } from './options.ts';
import type { Terminal } from './terminal.ts';

const parsePort = numberIn(0, 65_535);
const parseDays = numberIn(1, 99_999);

/** Runs the service until a stop signal. */
export function addStart(program: Command, terminal: Terminal): void {
  describeStart(program).action((given) => run(given, terminal));
}

function describeStart(program: Command) {
  return program
    .command('start')
    .description('runs the service until Ctrl-C')
    .option(
      '--config <file.yaml>',
      'gateways, receipts and limits: a gateway for each channel, or kind: none',
    )
    .option('--accounts <file.yaml>', 'applies an accounts file first, as cascade-service apply does')
    .option('--port <number>', 'port of the API; 0 for any free port', parsePort, 4012)
    .option('--operations-port <n>', 'port of health, readiness and metrics', parsePort, 4013)
    .option('--portal <url>', 'the documentation portal, which the page of operations links', parseWebUrl)
    .option('--host <address>', 'address of both', '127.0.0.1')
    .option(
      '--development',
      'simulates the channels without a gateway, and allows callbacks to plain HTTP on this machine',
      false,
    )
    .option(
      '--retention-days <n>',
      'deletes scheduled messages <n> days after they ended; never if absent',
      parseDays,
    )
    .option(
      '--undelivered-days <n>',
      'keeps callbacks that no receiver took for <n> days, and their messages',
      parseDays,
      30,
    )
    .addOption(
      new Option('--log-level <level>', 'what is logged')
        .choices(['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const)
        .default('info' as const),
    )
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .addHelpText(
      'after',
      `
Without --development, --config is required. Several replicas on one database share the work.

Examples:
  cascade-service start --accounts node_modules/@cascade/service/demo/accounts.yaml --development
  DATABASE_URL=postgresql://cascade@db.example.test/cascade cascade-service start --config service.yaml

Exit codes:
  0  stopped, after the work in progress was finished
  1  could not start
  2  invalid command line`,
    );
}

/** What the command line says. */
type StartOptions = ReturnType<ReturnType<typeof describeStart>['opts']>;

async function run(
  { config, development, accounts: path, logLevel, ...given }: StartOptions,
  terminal: Terminal,
): Promise<void> {
  const { port, operationsPort, portal, host, retentionDays, undeliveredDays, ...at } = given;
  const database = databaseOf(at, terminal);
  const settings = await readSettings({ config, development }, terminal);
  const accounts = path === undefined ? undefined : await readAccountsFile(path);
  // Imported late: loading takes most of a second, which --help need not spend.
  const { openService } = await import('../open-service.ts');
  const { createLog } = await import('../observability/create-log.ts');
  const service = await openService({
    ...database,
    ...settings,
    ...defined({ retentionDays, accounts, portal }),
    port,
    operationsPort,
    host,
    undeliveredDays,
    allowLoopback: development,
    log: createLog(logLevel),
  });
  // Before the line that says it is ready: its reader may send the signal at once.
  const stopped = terminal.stopped();
  // At any level of the log.
  announce(settings, service, terminal.isInteractive ? terminal : createLog('info'));
  await stopped;
  await service.close();
}

/**
 * The settings of `--config`. Outside development every channel must have a gateway there.
 * @throws {UsageError} without a file. @throws {YamlFileError} if the file is invalid.
 */
async function readSettings(
  { config, development }: { readonly config?: string | undefined; readonly development: boolean },
  { environment }: Terminal,
): Promise<ServiceSettings> {
  if (config === undefined && development) return {};
  if (config === undefined)
    throw new UsageError(`--config <file.yaml> is missing: ${explainUndeclared(channels)}`);
  return development ? readServiceFile(config, environment) : readProductionFile(config, environment);
}

/**
 * Says what becomes of each channel, and where the service listens: to a person as text, to a program as
 * lines of the log.
 */
function announce(
  { gateways = {}, receiptSecrets = [] }: ServiceSettings,
  { url, operationsUrl }: Pick<RunningService, 'url' | 'operationsUrl'>,
  to: Pick<Terminal, 'err'> | Log,
): void {
  const described = describeGateways(gateways, receiptSecrets.length > 0);
  const answers = `cascade-service answers at ${url}; health and metrics at ${operationsUrl}.`;
  if ('err' in to) {
    const lines = described.map(({ channel, gateway }) => `  ${channel.padEnd(7)}  ${gateway}`);
    to.err(['Gateways:', ...lines, `${answers} Ctrl-C stops it.`, ''].join('\n'));
  } else {
    for (const one of described) to.info(one, 'the gateway of a channel');
    to.info({ url, operationsUrl }, answers);
  }
}
