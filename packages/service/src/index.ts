/** The cascade messaging service: durable intake, cascade engine, callbacks. */
export { applyAccounts } from './accounts/apply/apply-accounts.ts';
export { readAccountsFile } from './accounts/file/read-accounts-file.ts';
export { openService as startService } from './open-service.ts';
export type { RunningService, ServiceOptions } from './service-options.ts';
