import type { Attempt } from './try-tool.ts';

/** What a generator made of each description. */
export interface Result {
  readonly tool: string;
  readonly version: string;
  readonly language: string;
  readonly attempts: Readonly<Record<string, Attempt>>;
}

const introduction = `<!-- Written by \`npm run interop -- --write\`. Do not edit. -->

# What code generators make of the descriptions

Each generator reads a description, its output is compiled, and one program for each language sends the same steps
through it to the mock: a success, one with members that are not described, 400 with a listed and with an unlisted code,
402, \`setCallback\`, the history, a callback of every reason, and one with further members and an unlisted status. A
step passes if the program saw every expected member in the generated model. What failed, and why, is in
[interop.json](../tools/trials/results/interop.json).

\`npm run interop\` repeats it; \`npm run interop -- --help\` says more.

| generator | version | language | full | 3.1 profile | 3.0.3 profile |
|---|---|---|---|---|---|
`;

/** The results as a page of Markdown. */
export function pageOf(results: readonly Result[]): string {
  const rows = results.map(({ tool, version, language, attempts }) => {
    const cells = ['full', '3.1 profile', '3.0.3 profile'].map((name) => cellOf(attempts[name]));
    return `| ${[tool, version, language, ...cells].join(' | ')} |\n`;
  });
  return introduction + rows.join('');
}

function cellOf(attempt: Attempt | undefined): string {
  if (attempt === undefined) return 'not tried';
  if (!attempt.generates) return 'refuses it';
  if (!attempt.compiles) return 'generates, does not compile';
  return `${attempt.passed} of ${attempt.steps} steps`;
}
