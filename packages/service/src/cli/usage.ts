import type { Command } from './command.ts';

/** What `cascade-service --help` shows. */
export function overview(commands: readonly Command[]): string {
  const list = commands.map(({ name, summary }) => `  ${name.padEnd(10)}${summary}`);
  return `cascade-service: sends messages through cascades of channels

Usage
  cascade-service <command> [options]

Commands
${list.join('\n')}

Every command has --help with examples, and takes the database from
${databaseOptions}
${exitCodes}`;
}

/** For the help of every command. */
export const databaseOptions = `  --database-url <url>  a PostgreSQL server; the variable DATABASE_URL if absent
  --data <folder>       the data folder of the service's own PostgreSQL, used without a URL;
                        if that server is already running, the command connects to it
`;

/** For the help of every command. */
export const exitCodes = `Exit codes
  0  done
  1  failed; nothing was changed
  2  invalid command line
`;
