import type { Pool } from 'pg';
import type { ApiOperation, ReadingOperation } from '../http/operation.ts';
import type { AddressPolicy } from '../permitted-address.ts';
import { listCascades } from './list-cascades.ts';
import { createListMessages } from './list-messages.ts';
import { listChannelProfiles, listTemplates } from './list-senders.ts';
import { createScheduleMessage } from './schedule-message.ts';
import { createSetCallback } from './set-callback.ts';

/** Where the operations of the description are. */
export const paths = {
  schedule: '/api/cascade/schedule',
  listCascades: '/api/cascade/get-all',
  listMessages: '/api/messages/history',
  setCallback: '/api/callback/set',
  listTemplates: '/api/message-matchers/get-by-request',
  listChannelProfiles: '/api/channel-profile',
} as const;

/** The operations that need the database of the account. The others read what is in memory. */
export type StoreOperations = Readonly<Record<'schedule' | 'listMessages' | 'setCallback', ApiOperation>>;

interface OperationsOptions {
  readonly intake: Parameters<typeof createScheduleMessage>[0];
  /** For pages of the history. */
  readonly readPool: Pool;
  /** Where registrations of callbacks are written. */
  readonly pool: Pool;
  readonly receivers: AddressPolicy;
  readonly now: () => Date;
}

export function createOperations({
  intake,
  readPool,
  pool,
  receivers,
  now,
}: OperationsOptions): StoreOperations {
  return {
    schedule: createScheduleMessage(intake, now),
    listMessages: createListMessages(readPool),
    setCallback: createSetCallback({ pool, ...receivers }),
  };
}

/** All operations with POST, by path. */
export function routesOf(operations: StoreOperations): Readonly<Record<string, ApiOperation>> {
  return {
    [paths.schedule]: operations.schedule,
    [paths.listCascades]: listCascades,
    [paths.listMessages]: operations.listMessages,
    [paths.setCallback]: operations.setCallback,
    [paths.listTemplates]: listTemplates,
  };
}

/** All operations with GET, by path. */
export const reading: Readonly<Record<string, ReadingOperation>> = {
  [paths.listChannelProfiles]: listChannelProfiles,
};
