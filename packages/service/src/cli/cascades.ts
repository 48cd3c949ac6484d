import { type ListedCascade, listCascades } from '../accounts/list-cascades.ts';
import type { Command } from './command.ts';
import { exitCode } from './exit-code.ts';
import { formatJson, formatTable } from './format.ts';
import { ofAccount } from './owners.ts';
import { parseCommandLine, required } from './parse-command-line.ts';
import { type Action, runAction } from './run-action.ts';
import { databaseOptions, exitCodes } from './usage.ts';
import { withStore } from './with-store.ts';

const help = `cascade-service cascades: the cascades of an account

Usage
  cascade-service cascades list --account <name> [--json]

Lists each cascade with its coverage check, the price that acceptance reserves, and its stages. The number after a
channel is the seconds until the next stage starts.

Options
  --account <name>      the account
  --json                for programs, with the uuid of each stage
${databaseOptions}
Examples
  cascade-service cascades list --account demo

${exitCodes}`;

const list: Action = async (args, terminal) => {
  const { values } = parseCommandLine(args, [], { account: { type: 'string' }, json: { type: 'boolean' } });
  const account = required(values.account, 'account');
  const cascades = await withStore(values, terminal, ofAccount(account), (pool) =>
    listCascades(pool, account),
  );
  const rows = cascades.map((cascade) => ({ ...cascade, stages: describe(cascade) }));
  const columns = ['id', 'name', 'coverage', 'price', 'stages'] as const;
  terminal.out(values.json ? formatJson(cascades) : formatTable(columns, rows));
  return exitCode.done;
};

function describe({ stages }: ListedCascade): string {
  return stages
    .map(({ channel, ttlSeconds }) => (ttlSeconds === null ? channel : `${channel} ${ttlSeconds}s`))
    .join(' > ');
}

/** Lists cascades (§2.3). */
export const cascades: Command = {
  name: 'cascades',
  summary: 'lists the cascades of an account',
  help,
  run: async (args, terminal) => runAction({ list }, args, terminal),
};
