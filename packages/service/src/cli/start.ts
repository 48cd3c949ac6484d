import { readAccountsFile } from '../accounts/file/read-accounts-file.ts';
import { channels } from '../channels.ts';
import { explainUndeclared } from '../config/explain-undeclared.ts';
import { readProductionFile, readServiceFile } from '../config/read-service-file.ts';
import type { ServiceSettings } from '../config/settings-of.ts';
import { defined } from '../defined.ts';
import { describeGateways } from '../gateways/describe-gateways.ts';
import type { Log } from '../log.ts';
import type { RunningService } from '../start-service.ts';
import type { Command } from './command.ts';
import { databaseOf } from './database-of.ts';
import { exitCode } from './exit-code.ts';
import { parseCommandLine } from './parse-command-line.ts';
import type { Terminal } from './terminal.ts';
import { databaseOptions } from './usage.ts';
import { UsageError } from './usage-error.ts';

const help = `cascade-service start: runs the service until Ctrl-C

Usage
  cascade-service start --config <file.yaml> [--accounts <file.yaml>]
  cascade-service start --development [--config <file.yaml>] [--accounts <file.yaml>]

Options
  --config <file>       gateways, receipts and limits: a gateway for each channel, or kind: none
  --accounts <file>     applies an accounts file first, as cascade-service apply does
  --port <number>       port of the API; 4012 if absent, 0 for any free port
  --operations-port <n> port of health, readiness and metrics; 4013 if absent
  --host <address>      address of both; 127.0.0.1 if absent
  --development         simulates the channels without a gateway, and allows callbacks to plain HTTP on this
                        machine
  --retention-days <n>  deletes scheduled messages <n> days after they ended; never if absent
  --undelivered-days <n> keeps callbacks that no receiver took for <n> days, and their messages; 30 if absent
  --log-level <level>   trace, debug, info (if absent), warn, error, silent
${databaseOptions}
Examples
  cascade-service start --accounts node_modules/@cascade/service/demo/accounts.yaml --development
  DATABASE_URL=postgresql://cascade@db.example.test/cascade cascade-service start --config service.yaml

Several replicas on one database share the work.

Exit codes
  0  stopped, after the work in progress was finished
  1  could not start
  2  invalid command line
`;

/** Runs the service until a stop signal. */
export const start: Command = {
  name: 'start',
  summary: 'runs the service until Ctrl-C',
  help,
  async run(args, terminal) {
    const { values } = parseCommandLine(args, [], {
      config: { type: 'string' },
      accounts: { type: 'string' },
      port: { type: 'string', default: '4012' },
      'operations-port': { type: 'string', default: '4013' },
      host: { type: 'string', default: '127.0.0.1' },
      development: { type: 'boolean', default: false },
      'retention-days': { type: 'string' },
      'undelivered-days': { type: 'string', default: '30' },
      'log-level': { type: 'string', default: 'info' },
    });
    const ports = {
      port: parsePort(values.port, 'port'),
      operationsPort: parsePort(values['operations-port'], 'operations-port'),
    };
    const { 'retention-days': days } = values;
    const retentionDays = days === undefined ? undefined : parseDays(days, 'retention-days');
    const undeliveredDays = parseDays(values['undelivered-days'], 'undelivered-days');
    const database = databaseOf(values, terminal);
    const settings = await readSettings(values, terminal);
    const accounts = values.accounts === undefined ? undefined : await readAccountsFile(values.accounts);
    // Imported late: loading takes most of a second, which --help need not spend.
    const { startService } = await import('../start-service.ts');
    const { createLog } = await import('../observability/create-log.ts');
    const service = await startService({
      ...database,
      ...ports,
      ...settings,
      ...defined({ retentionDays, undeliveredDays, accounts }),
      host: values.host,
      allowLoopback: values.development,
      log: createLog(values['log-level']),
    });
    // Before the line that says it is ready: its reader may send the signal at once.
    const stopped = terminal.stopped();
    // At any level of the log.
    announce(settings, service, terminal.isInteractive ? terminal : createLog('info'));
    await stopped;
    await service.close();
    return exitCode.done;
  },
};

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

/** Says what becomes of each channel, and where the service listens: to a person as text, to a program as lines of the log. */
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

function parseDays(text: string, option: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new UsageError(`--${option} takes a number from 1 to 99999, not ${text}.`);
}

function parsePort(text: string, option: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--${option} takes a number from 0 to 65535, not ${text}.`);
}
