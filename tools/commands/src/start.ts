import { start } from './start/start.ts';

process.exitCode = await start(process.argv.slice(2));
