import { test } from './test/test.ts';

process.exitCode = await test(process.argv.slice(2));
