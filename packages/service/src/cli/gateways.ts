import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import type { Pool } from 'pg';
import { channels } from '../channels.ts';
import {
  pauseGateways,
  readGatewayBacklogs,
  readPausedGateways,
  resumeGateways,
} from '../gateways/paused-gateways.ts';
import { lineOf, options } from './options.ts';
import { formatJson, formatTable, type Terminal } from './terminal.ts';
import { withStores } from './with-store.ts';

const channelsArgument = [
  '<channel...>',
  `one or more of ${channels.join(', ')}`,
  (text: string, others: readonly string[] | undefined) => [...(others ?? []), parseChannel(text)],
] as const;

/** Shows what waits for gateways, pauses and resumes them (decisions/gateway-lanes.md). */
export function addGateways(program: Command, terminal: Terminal): void {
  const gateways = program
    .command('gateways')
    .description('lists gateways with what waits for them, pauses and resumes them')
    .addHelpText(
      'after',
      `
Examples:
  cascade-service gateways list
  cascade-service gateways pause SMS --reason 'the SMSC is moved'
  cascade-service gateways resume SMS`,
    );

  addList(gateways, terminal);
  addPause(gateways, terminal);
  addResume(gateways, terminal);
}

/** `gateways list` */
function addList(gateways: Command, terminal: Terminal): void {
  gateways
    .command('list')
    .summary('lists gateways')
    .description(
      'prints a line for each channel: the messages that wait for its gateway, how old the oldest stage of them is, and whether an operator has paused it. A gateway that fails is paused by each replica for itself: the page on the operations port shows that',
    )
    .addOption(options.json)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async ({ json, ...at }) => {
      const rows = await withStores(at, terminal, readRows);
      terminal.out(json ? formatJson(rows) : formatTable(columns, rows));
    });
}

/** `gateways pause` */
function addPause(gateways: Command, terminal: Terminal): void {
  gateways
    .command('pause')
    .summary('stops sending to gateways')
    .description(
      'stops sending to the gateways of these channels, on all replicas and within seconds; what is under way ends. Messages are accepted and wait. A stage with a TTL moves on to the next channel in its time, and after a day a stage that waits ends UNDELIVERED',
    )
    .argument(...channelsArgument)
    .requiredOption('--reason <text>', 'why, for gateways list', lineOf(200))
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async (names, { reason, ...at }) => {
      await withStores(at, terminal, (pools) =>
        Promise.all(pools.map((pool) => pauseGateways(pool, names, reason))),
      );
      terminal.out(
        `Paused: ${names.join(', ')}. Running replicas stop within seconds. Continue with: cascade-service gateways resume ${names.join(' ')}\n`,
      );
    });
}

/** `gateways resume` */
function addResume(gateways: Command, terminal: Terminal): void {
  gateways
    .command('resume')
    .description('has the replicas send again, beginning with what waited')
    .argument(...channelsArgument)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async (names, at) => {
      const rows = await withStores(at, terminal, async (pools) => {
        const before = await readRows(pools);
        await Promise.all(pools.map((pool) => resumeGateways(pool, names)));
        return before.filter(({ channel }) => names.includes(channel));
      });
      for (const { channel, waiting, since } of rows)
        terminal.out(
          `${channel} ${since === null ? 'was not paused' : 'is resumed'}; ${waiting} messages wait for it.\n`,
        );
    });
}

function parseChannel(text: string): string {
  if (channels.includes(text)) return text;
  throw new InvalidArgumentError(`Expected one of ${channels.join(', ')}.`);
}

const columns = ['channel', 'waiting', 'oldestSeconds', 'paused', 'since', 'reason'] as const;

async function readRows(pools: readonly Pool[]) {
  const backlogs = (await Promise.all(pools.map(readGatewayBacklogs))).flat();
  const paused = await Promise.all(pools.map(readPausedGateways));
  return channels.map((channel) => {
    const ofChannel = backlogs.filter((one) => one.channel === channel);
    const pause = paused.map((some) => some.get(channel)).find((one) => one !== undefined);
    return {
      channel,
      waiting: ofChannel.reduce((sum, one) => sum + one.waiting, 0),
      oldestSeconds: Math.round(Math.max(0, ...ofChannel.map((one) => one.oldestSeconds))),
      paused: pause === undefined ? 'no' : 'yes',
      since: pause?.since ?? null,
      reason: pause?.reason ?? null,
    };
  });
}
