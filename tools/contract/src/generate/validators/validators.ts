import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { banner, type GeneratedFile } from '../../bundle/index.ts';
import { readYamlFile, valueAt } from '../../index.ts';
import { type RequestSchema, requestSchemas } from './request-schemas.ts';

/**
 * The formats that the description uses, as plain expressions: the compiled validators contain them and need
 * no package at run time.
 */
export const validatorFormats = {
  /** RFC 9562 in any letter case; version and variant are not checked (§2.1 says only UUID-shaped). */
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /**
   * RFC 3339 on a day that the calendar has, seconds and their fraction optional as ISO 8601 has it
   * (ADR-0024).
   */
  'date-time':
    /^(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)T(?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/i,
  /** How wide an integer is: for code generators. */
  int32: true as const,
  int64: true as const,
};

/** Ajv asks for its run-time helper by `require`; ours is the same few lines as a module. */
const helper = 'require("ajv/dist/runtime/ucs2length").default';

/** How Ajv merges the errors of a subschema, and how it adds one of its own. */
const merging = /vErrors = vErrors === null \? (\w+)\.errors : vErrors\.concat\(\1\.errors\);/g;
const pushing = /vErrors\.push\((\w+)\);\s*\}\s*errors\+\+;/g;

/** What Ajv reports of a schema beside its keyword and its object; we read neither, and browsers load it. */
const surplus = /,schemaPath:"[^"]*"|,schema:[^,]*(?=,parentSchema:)/g;

/** The JavaScript module that validates one request body. */
function validatorModule({ name, document }: RequestSchema): string {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    messages: false,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    formats: validatorFormats,
    schemas: [document],
    code: { source: true, esm: true, lines: true },
  });
  ajv.addVocabulary(['x-problem', 'x-problem-default']);
  const compiled = standalone.default(ajv, { validate: `cascade#/$defs/${name}` });
  const source = boundErrors(compiled.replaceAll(helper, 'codePointLength')).replace(surplus, '');
  if (source.includes('require('))
    throw new Error(
      'Ajv requires a helper that tools/contract/src/generate does not replace; add it to validator-module.ts',
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
 * limit; its advice is not to use `allErrors` (https://ajv.js.org/security.html). The order of the problem
 * codes needs it: the first error of a body need not be the one to report.
 *
 * Ajv truncates `vErrors` to an earlier `errors` after a composite, so `errors` must stay the length.
 */
function boundErrors(source: string): string {
  const bounded = source
    .replace(merging, 'vErrors = appendErrors(vErrors, $1.errors);')
    .replace(pushing, 'keepError(vErrors, $1);\n}\nerrors = vErrors.length;');
  if (/vErrors\.(?:push|concat)|errors\+\+/.test(bounded)) {
    throw new Error(
      'Ajv collects errors in a new way; adapt boundErrors in tools/contract/src/generate/validators/validators.ts',
    );
  }
  return bounded;
}

/** The TypeScript declarations of every such module. */
const validatorTypes = [
  banner.code,
  `import type { ValidateFunction } from '../validate-function.ts';\n\n`,
  '/** The code of constraints without a code of their own (`x-problem-default`). */\n',
  'export declare const defaultProblem: string;\n',
  'export declare const validate: ValidateFunction;\n',
].join('');

const folder = 'packages/validator/src/generated';

/**
 * packages/validator/src/generated: the request schemas of the bundle, compiled to plain JavaScript. One
 * module for each request body, so that a bundler keeps only the imported ones.
 */
export function validators(root: string): GeneratedFile[] {
  const bundle = readYamlFile(root, 'spec/generated/openapi-annotated.yaml').value;
  return requestSchemas(bundle).flatMap((schema) => {
    const path = `${folder}/${fileName(schema.name)}`;
    return [
      { path: `${path}.js`, text: validatorModule(schema) },
      { path: `${path}.d.ts`, text: validatorTypes },
    ];
  });
}

/** E.g. `scheduling-request` for `SchedulingRequest`. */
function fileName(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}
