/** The cascade messaging service: durable intake, cascade engine, callbacks. */
export { applyAccounts, readAccountsFile } from './accounts/index.ts';
export { type RunningService, type ServiceOptions, startService } from './start-service.ts';
