import {
  disableRegistration,
  enableRegistration,
  findRegistration,
  type Registration,
} from '../callbacks/registrations.ts';
import { countUndelivered } from '../callbacks/undelivered/selection.ts';
import { exitCode } from './exit-code.ts';
import { ofRegistration } from './owners.ts';
import { parseCommandLine, parseReason, parseRegistration, required } from './parse-command-line.ts';
import type { Action } from './run-action.ts';
import { withStore } from './with-store.ts';

/** `callbacks disable` */
export const disable: Action = async (args, terminal) => {
  const { values, words } = parseCommandLine(args, ['registration'], { reason: { type: 'string' } });
  const id = parseRegistration(words[0] ?? '');
  const reason = parseReason(required(values.reason, 'reason'));
  const disabled = await withStore(values, terminal, ofRegistration(id), (pool) =>
    disableRegistration(pool, id, reason),
  );
  terminal.out(
    `${describe(disabled)} is disabled since ${disabled.disabledAt?.toISOString()}: ${reason}. Its events wait, undelivered.\n`,
  );
  return exitCode.done;
};

/** `callbacks enable` */
export const enable: Action = async (args, terminal) => {
  const { values, words } = parseCommandLine(args, ['registration'], {});
  const id = parseRegistration(words[0] ?? '');
  const { before, waiting } = await withStore(values, terminal, ofRegistration(id), async (pool) => {
    const found = await findRegistration(pool, id);
    await enableRegistration(pool, id);
    return { before: found, waiting: await countUndelivered(pool, { registration: found }) };
  });
  const state = before.disabledAt === null ? 'was enabled already' : 'is enabled';
  terminal.out(
    `${describe(before)} ${state}. The replicas send the ${waiting.waiting} events that waited; ${waiting.events - waiting.waiting} others stay undelivered.\n`,
  );
  return exitCode.done;
};

function describe({ id, account, subjectId }: Registration): string {
  return `Registration ${id} of ${account}${subjectId === null ? '' : `, sender ${subjectId}`}`;
}
