import { registerHooks } from 'node:module';
import { readText, repositoryRoot } from '@cascade/contract';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { trackedFiles } from './tracked-files.ts';

// The parser imports its JSON schemas without import attributes, which only bundlers accept.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
const { parseAction } = await import('@actions/workflow-parser/actions/index');

/** The errors that GitHub would report for a workflow, with line and column; expressions included. */
function workflowErrors(name: string, content: string): string[] {
  return messages(parseWorkflow({ name, content }, new NoOperationTraceWriter()));
}

/** The same for the action.yml of an action. */
function actionErrors(name: string, content: string): string[] {
  return messages(parseAction({ name, content }, new NoOperationTraceWriter()));
}

function messages({ context }: ReturnType<typeof parseWorkflow>): string[] {
  return context.errors.getErrors().map(({ message }) => message);
}

const read = (path: string) => readText(repositoryRoot, path);
const { packageManager, scripts } = JSON.parse(read('package.json'));
const workflows = trackedFiles().filter((path) => /^\.github\/workflows\/.*\.yml$/.test(path));

/** `npm run x`, `npm run --silent x`, `npm x` and `version: npm run x`, wherever a workflow says it. */
const npmCommand = /npm (?:run(?: --silent)? (?<script>[\w:-]+)|(?<short>test|start))/g;

describe.each(workflows)('%s', (path) => {
  const text = read(path);

  test('is valid for GitHub', () => {
    expect(workflowErrors(path, text)).toEqual([]);
  });

  test('requests no more permissions than it needs', () => {
    expect(parse(text).permissions).toEqual({ contents: 'read' });
  });

  test('runs scripts that exist', () => {
    const named = [...text.matchAll(npmCommand)].map(({ groups }) => groups?.script ?? groups?.short ?? '');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('uses the package manager of the repository', () => {
    const pins = text.match(/pnpm@[\d.]+/g) ?? [];
    expect(new Set([...pins, packageManager])).toEqual(new Set([packageManager]));
  });
});

test('the gate compares a pull request with the branch that it goes to', () => {
  const workflow = read('.github/workflows/evolution.yml');
  expect(workflow).toMatch(/base=.*FETCH_HEAD/);
  expect(workflow).toMatch(/review -- "\$base\.\.HEAD"[\s\S]*evolution -- --against "\$base"/);
});

describe('the parser', () => {
  const text = read('.github/workflows/test.yml');
  test.each([
    ['a member that does not exist', 'runs-on:', 'runs-onn:', "Unexpected value 'runs-onn'"],
    ['an expression that is none', 'matrix.node }}', 'matrix.node ) }}', "Unexpected symbol: ')'"],
    ['a number that is none', 'timeout-minutes: 30', 'timeout-minutes: soon', "Unexpected value 'soon'"],
  ])('finds %s', (_, right, wrong, message) => {
    expect(text).toContain(right);
    expect(workflowErrors('test.yml', text.replace(right, wrong)).join('\n')).toContain(message);
  });
});

test('the action of the verifier is valid for GitHub', () => {
  const path = 'packages/verifier/action.yml';
  expect(actionErrors(path, read(path))).toEqual([]);
  const broken = read(path).replace('using: composite', 'using: magic');
  expect(actionErrors(path, broken)).not.toEqual([]);
});

test('there are workflows, and at least one of them tests', () => {
  expect(workflows.some((path) => read(path).includes('run: npm test'))).toBe(true);
});

test('scripts and the repository have the same package manager', () => {
  const pins = read('package.json').match(/pnpm@[\d.]+/g) ?? [];
  expect(new Set(pins)).toEqual(new Set([packageManager]));
});

describe('issue forms', () => {
  const forms = trackedFiles().filter((path) => /^\.github\/ISSUE_TEMPLATE\/(?!config).*\.yml$/.test(path));

  test.each(forms)('%s is a valid issue form', (path) => {
    const field = expect.objectContaining({
      type: expect.stringMatching(/^(?:input|textarea|dropdown|checkboxes)$/),
      id: expect.stringMatching(/^[a-z-]+$/),
      attributes: expect.objectContaining({ label: expect.any(String) }),
    });
    const form = parse(read(path));
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    expect(form.body).toEqual(form.body.map(() => field));
    const ids = form.body.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test('there are two of them', () => {
    expect(forms).toHaveLength(2);
  });
});
