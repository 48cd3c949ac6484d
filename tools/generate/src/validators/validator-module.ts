import { valueAt } from '@cascade/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { banner } from '../generated-file.ts';
import { formats } from './formats.ts';
import type { RequestSchemas } from './request-schemas.ts';

/** Ajv asks for its run-time helper by `require`; ours is the same few lines as a module. */
const helper = 'require("ajv/dist/runtime/ucs2length").default';

/** How Ajv merges the errors of a subschema, and how it adds one of its own. */
const merging = /vErrors = vErrors === null \? (\w+)\.errors : vErrors\.concat\(\1\.errors\);/g;
const pushing = /vErrors\.push\((\w+)\);\s*\}\s*errors\+\+;/g;

/** The JavaScript module with one validation function for each request body. */
export function validatorModule({ roots, document }: RequestSchemas): string {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    formats,
    schemas: [document],
    code: { source: true, esm: true, lines: true },
  });
  ajv.addVocabulary(['x-problem', 'x-problem-default']);
  const references = Object.fromEntries(roots.map((name) => [name, `cascade#/$defs/${name}`]));
  const source = boundErrors(standalone.default(ajv, references).replaceAll(helper, 'codePointLength'));
  if (source.includes('require('))
    throw new Error(
      'Ajv requires a helper that tools/generate does not replace; add it to validator-module.ts',
    );
  return [
    banner.code,
    `import { appendErrors, keepError } from '../bounded-errors.ts';\n`,
    `import { codePointLength } from '../code-point-length.ts';\n`,
    `export const defaultProblems = ${JSON.stringify(defaultProblems({ roots, document }))};\n`,
    `${source}\n`,
  ].join('');
}

/**
 * Limits the errors of a body, since 1 MiB can hold half a million faults. With `allErrors` Ajv keeps all of
 * them, and copies all earlier ones at each subschema with an error: quadratic time. Ajv has no option for a
 * limit; its advice is not to use `allErrors` (https://ajv.js.org/security.html). The order of the problem codes
 * needs it: the first error of a body need not be the one to report.
 *
 * Ajv truncates `vErrors` to an earlier `errors` after a composite, so `errors` must stay the length.
 */
function boundErrors(source: string): string {
  const bounded = source
    .replace(merging, 'vErrors = appendErrors(vErrors, $1.errors);')
    .replace(pushing, 'keepError(vErrors, $1);\n}\nerrors = vErrors.length;');
  if (/vErrors\.(?:push|concat)|errors\+\+/.test(bounded)) {
    throw new Error(
      'Ajv collects errors in a new way; adapt boundErrors in tools/generate/src/validators/validator-module.ts',
    );
  }
  return bounded;
}

/** The TypeScript declarations of the module. */
export function validatorTypes({ roots }: RequestSchemas): string {
  const names = roots.map((name) => `'${name}'`).join(' | ');
  const lines = roots.map((name) => `export declare const ${name}: ValidateFunction;\n`);
  return [
    banner.code,
    `import type { ValidateFunction } from '../validate-function.ts';\n\n`,
    `export declare const defaultProblems: Readonly<Record<${names}, string>>;\n`,
    ...lines,
  ].join('');
}

/** For each request body the code of constraints without a code of their own (`x-problem-default`). */
function defaultProblems({ roots, document }: RequestSchemas): Record<string, unknown> {
  return Object.fromEntries(roots.map((name) => [name, valueAt(document.$defs[name], '/x-problem-default')]));
}
