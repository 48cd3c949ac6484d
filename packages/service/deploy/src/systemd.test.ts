import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stopBudget } from '@cascade/service/bench';
import { expect, test } from 'vitest';
import { readOperators } from './read-file.ts';

const unit = readOperators('cascade-service.service');

test('the unit restarts the service, gives it time to stop, and sandboxes it', () => {
  for (const setting of [
    'Restart=always',
    `TimeoutStopSec=${stopBudget.supervisor}`,
    'DynamicUser=yes',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'CapabilityBoundingSet=',
  ])
    expect(unit.split('\n')).toContain(setting);
});

test('only SystemCallFilter occurs twice, and the unit contains no secret', () => {
  const names = unit.split('\n').flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  expect(twice).toEqual(['SystemCallFilter']);
  expect(unit).not.toMatch(/postgresql:\/\//);
});

const systemd = spawnSync('systemd-analyze', ['--version']);

test.skipIf(systemd.status !== 0)('systemd-analyze finds no fault', () => {
  const file = fileURLToPath(import.meta.resolve('@cascade/service/operate/cascade-service.service'));
  const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  // Node may be elsewhere on this machine.
  expect(stderr.split('\n').filter((line) => line !== '' && !/is not executable/.test(line))).toEqual([]);
});
