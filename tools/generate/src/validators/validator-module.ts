import { valueAt } from '@cascade/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { banner } from '../generated-file.ts';
import { formats } from './formats.ts';
import type { RequestSchema } from './request-schemas.ts';

/** Ajv asks for its run-time helper by `require`; ours is the same few lines as a module. */
const helper = 'require("ajv/dist/runtime/ucs2length").default';

/** How Ajv merges the errors of a subschema, and how it adds one of its own. */
const merging = /vErrors = vErrors === null \? (\w+)\.errors : vErrors\.concat\(\1\.errors\);/g;
const pushing = /vErrors\.push\((\w+)\);\s*\}\s*errors\+\+;/g;

/** What Ajv reports of a schema beside its keyword and its object; we read neither, and browsers load it. */
const surplus = /,schemaPath:"[^"]*"|,schema:[^,]*(?=,parentSchema:)/g;

/** The JavaScript module that validates one request body. */
export function validatorModule({ name, document }: RequestSchema): string {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    messages: false,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    formats,
    schemas: [document],
    code: { source: true, esm: true, lines: true },
  });
  ajv.addVocabulary(['x-problem', 'x-problem-default']);
  const compiled = standalone.default(ajv, { validate: `cascade#/$defs/${name}` });
  const source = boundErrors(compiled.replaceAll(helper, 'codePointLength')).replace(surplus, '');
  if (source.includes('require('))
    throw new Error(
      'Ajv requires a helper that tools/generate does not replace; add it to validator-module.ts',
    );
  const needsLength = source.includes('= codePointLength');
  return [
    banner.code,
    `import { appendErrors, keepError } from '../bounded-errors.ts';\n`,
    needsLength ? `import { codePointLength } from '../code-point-length.ts';\n` : '',
    `export const defaultProblem = ${JSON.stringify(valueAt(document.$defs[name], '/x-problem-default'))};\n`,
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

/** The TypeScript declarations of every such module. */
export const validatorTypes = [
  banner.code,
  `import type { ValidateFunction } from '../validate-function.ts';\n\n`,
  '/** The code of constraints without a code of their own (`x-problem-default`). */\n',
  'export declare const defaultProblem: string;\n',
  'export declare const validate: ValidateFunction;\n',
].join('');
