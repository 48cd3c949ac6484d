#!/usr/bin/env node
// Loads no module before the check: an older Node stops at the first that it cannot read, with a stack trace.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 22 || (major === 22 && minor >= 18)) {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  await import('./cli/main.ts');
} else {
  const found = `found ${process.versions.node} (${process.execPath})`;
  process.stderr.write(`cascade-mcp needs Node 22.18 or newer, ${found}. Install one: https://nodejs.org\n`);
  process.exitCode = 2;
}

export {};
