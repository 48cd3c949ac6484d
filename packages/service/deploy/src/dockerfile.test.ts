import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { readText } from './read-file.ts';

const dockerfile = readText('Dockerfile');
/** The instructions, one per line, without comments. */
const instructions = dockerfile
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '');
const stages = instructions.reduce<string[][]>((all, line) => {
  if (line.startsWith('FROM ')) all.push([]);
  all.at(-1)?.push(line);
  return all;
}, []);

test('the linter finds no fault', () => {
  expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
  expect(validate('FROM node\nRUNN x').map(({ message }) => message)).toEqual(['Unknown instruction: RUNN']);
});

test('its images are pinned to the Node version of the repository', () => {
  const node = /^ {2}node: (\S+)/m.exec(readText('../../../pnpm-workspace.yaml'))?.[1];
  for (const [from] of stages) expect(from).toMatch(new RegExp(`^FROM node:${node}-slim( AS \\w+)?$`));
});

test('it installs production dependencies from the lock file, by the pnpm of the workspace', () => {
  const { packageManager } = JSON.parse(readText('../../../package.json'));
  const install = instructions.find((line) => line.startsWith('RUN '));
  expect(install).toContain(`npx -y ${packageManager} install --frozen-lockfile --prod`);
});

test('the service is not root, receives SIGTERM directly, and has a health check', () => {
  const last = stages.at(-1) ?? [];
  expect(last).toContain('USER 1000:1000');
  expect(last.findIndex((line) => line.startsWith('USER'))).toBeGreaterThan(
    last.findLastIndex((line) => /^(COPY|RUN) /.test(line)),
  );
  // Exec form: no shell in between, which would not pass SIGTERM on.
  expect(last.filter((line) => /^(ENTRYPOINT|CMD) \[/.test(line))).toHaveLength(2);
  expect(last.some((line) => /^HEALTHCHECK .*\/healthz/.test(line))).toBe(true);
});

test('the image contains no secrets and no files from outside the repository', () => {
  expect(instructions.filter((line) => /^(ADD|ARG) |password|secret|token/i.test(line))).toEqual([]);
  // The ignore file excludes everything first.
  const ignored = readText('Dockerfile.dockerignore').split('\n');
  expect(ignored.find((line) => !line.startsWith('#'))).toBe('*');
});

test('every package that the service needs is copied: its manifest first, then its code', () => {
  const needed = workspacePackagesOf('../../../packages/service');
  for (const folder of needed) {
    expect(instructions).toContain(`COPY ${folder}/package.json ${folder}/`);
    expect(instructions).toContain(`COPY ${folder}/ ${folder}/`);
    expect(readText('Dockerfile.dockerignore')).toContain(`!${folder}\n`);
  }
  expect(needed).not.toEqual([]);
});

/** The folders of a workspace package and of its runtime dependencies in the workspace. */
function workspacePackagesOf(folder: string): string[] {
  const { dependencies = {} } = JSON.parse(readText(`${folder}/package.json`));
  const ours = Object.keys(dependencies).filter((name) => name.startsWith('@cascade/'));
  const others = ours.flatMap((name) =>
    name === '@cascade/spec'
      ? ['spec']
      : workspacePackagesOf(name.replace('@cascade/', '../../../packages/')),
  );
  return [...new Set([folder.replace('../../../', ''), ...others])];
}
