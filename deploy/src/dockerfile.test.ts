import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { readText } from './read-file.ts';

const dockerfile = readText('Dockerfile');
/** Each instruction on a line of its own, without comments. */
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

test('the Dockerfile is one', () => {
  expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
  expect(validate('FROM node\nRUNN x').map(({ message }) => message)).toEqual(['Unknown instruction: RUNN']);
});

test('its images are pinned, and of the Node that everything runs on', () => {
  const node = /^ {2}node: (\S+)$/m.exec(readText('../pnpm-workspace.yaml'))?.[1];
  for (const [from] of stages) expect(from).toMatch(new RegExp(`^FROM node:${node}-slim( AS \\w+)?$`));
});

test('it installs by the pnpm of the workspace, as the lock file says, and for production', () => {
  const { packageManager } = JSON.parse(readText('../package.json'));
  const install = instructions.find((line) => line.startsWith('RUN '));
  expect(install).toContain(`npx -y ${packageManager} install --frozen-lockfile --prod`);
});

test('what runs is not root, takes SIGTERM itself, and says whether it is alive', () => {
  const last = stages.at(-1) ?? [];
  expect(last).toContain('USER 1000:1000');
  expect(last.findIndex((line) => line.startsWith('USER'))).toBeGreaterThan(
    last.findLastIndex((line) => /^(COPY|RUN) /.test(line)),
  );
  // In JSON, so that there is no shell between.
  expect(last.filter((line) => /^(ENTRYPOINT|CMD) \[/.test(line))).toHaveLength(2);
  expect(last.some((line) => /^HEALTHCHECK .*\/healthz/.test(line))).toBe(true);
});

test('nothing secret and nothing from outside gets in', () => {
  expect(instructions.filter((line) => /^(ADD|ARG) |password|secret|token/i.test(line))).toEqual([]);
  // The list of what is left out begins with everything.
  const ignored = readText('Dockerfile.dockerignore').split('\n');
  expect(ignored.find((line) => !line.startsWith('#'))).toBe('*');
});

test('every package that the service needs is copied, first its manifest, then the rest', () => {
  const needed = workspacePackagesOf('../packages/service');
  for (const folder of needed) {
    expect(instructions).toContain(`COPY ${folder}/package.json ${folder}/`);
    expect(instructions).toContain(`COPY ${folder}/ ${folder}/`);
    expect(readText('Dockerfile.dockerignore')).toContain(`!${folder}\n`);
  }
  expect(needed).toHaveLength(5);
});

/** A package of ours with all that it needs of ours at run time, as folders from the root. */
function workspacePackagesOf(folder: string): string[] {
  const { dependencies = {} } = JSON.parse(readText(`${folder}/package.json`));
  const ours = Object.keys(dependencies).filter((name) => name.startsWith('@cascade/'));
  const others = ours.flatMap((name) =>
    name === '@cascade/spec' ? ['spec'] : workspacePackagesOf(name.replace('@cascade/', '../packages/')),
  );
  return [...new Set([folder.replace('../', ''), ...others])];
}
