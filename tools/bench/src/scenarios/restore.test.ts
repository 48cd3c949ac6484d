import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(fileURLToPath(import.meta.resolve(path)), 'utf8');

test('the runbook has the figures of the drill', () => {
  const { plain, compared, backupAgeSeconds } = JSON.parse(read('../../results/restore.json')).results;
  const runbook = read('@cascade/service/operate/RUNBOOK.md').replaceAll(/\s+/g, ' ');
  for (const figure of [
    `a dump that was ${backupAgeSeconds} seconds old`,
    `of ${plain.messages.known} messages in the dump ${plain.messages.notEnded} had not ended`,
    `The replica sent ${plain.held.sent}`,
    `**${plain.sentTwice.all} were sent twice**, ${plain.sentTwice.underTheSameAttemptId} of them`,
    `With them, ${compared.sentTwice.all}.`,
    `The ${plain.messages.unknown} messages`,
    `${plain.neverSent} of them was never sent`,
  ])
    expect(runbook).toContain(figure);
});
