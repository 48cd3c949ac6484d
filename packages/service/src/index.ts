/** The cascade messaging service: durable intake, cascade engine, callbacks. */
export { applyAccounts } from './accounts/apply/apply-accounts.ts';
export { readAccountsFile } from './accounts/file/read-accounts-file.ts';
export { type RunningService, type ServiceOptions, startService } from './start-service.ts';
