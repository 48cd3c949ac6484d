#!/usr/bin/env node
import { runCli } from './cli/run-cli.ts';

process.exitCode = await runCli(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
