/** Internals for the benchmarks. Not a public API. */

export { completeSettings } from './accounts/account-settings.ts';
export { createListMessages } from './api/list-messages.ts';
export { createScheduleMessage, judgeBeforeStore } from './api/schedule-message.ts';
export { dispatcherSettings } from './callbacks/dispatch/dispatcher.ts';
export { createGuardedAgent } from './callbacks/guarded-agent.ts';
export { postCallback, statusEventBody } from './callbacks/post-callback.ts';
export { readProductionFile } from './config/read-service-file.ts';
export { firstStages, writeAccepted } from './due/stage-parcels.ts';
export type { GatewayAttempt } from './gateways/gateway.ts';
export { filterOf } from './history/filter.ts';
export { historyStatement } from './history/find-entries.ts';
export { createServer } from './http/create-server.ts';
export { commitBatch, createMessageIds } from './intake/commit-batch.ts';
export { createIntake } from './intake/create-intake.ts';
export { stopBudget } from './stop-budget.ts';
export { createReadPool } from './store/create-pool.ts';
export { migrate } from './store/migrate.ts';
export { openStore } from './store/open-store.ts';
export { type Statement, sql, t } from './store/tables.ts';
export { type Audit, audit, lookAt, lookInto } from './testing/audit.ts';
export { firstAttempts, judgeOrder, type SeenAttempt } from './testing/judge-order.ts';
export { nextVersion } from './testing/next-version.ts';
export { program } from './testing/run-service.ts';
export { type ServerBehindProxy, startServerBehindProxy } from './testing/server-behind-proxy.ts';
export {
  cString,
  deliverBody,
  ids,
  readSubmit,
  type Submitted,
  serveWire,
  tlv,
  type WirePdu,
  type WritePdu,
} from './testing/smpp/smpp-wire.ts';
export { systemPrograms } from './testing/system-postgres.ts';
export { intakeItem } from './testing/values.ts';
