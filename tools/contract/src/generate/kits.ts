import { basename, dirname, join, resolve } from 'node:path';
import { createShapeCheck } from '@cascade/yaml-file';
import { banner, type GeneratedFile } from '../bundle/index.ts';
import { ContractError, readContract, readText, readYamlFile, repositoryRoot } from '../index.ts';

/** A code or reason, in the form of packages/kits/catalogue.md. */
interface Entry {
  /** The listed spelling on the wire. */
  readonly name: string;
  /** Of which the names in each language are made; the name if absent. */
  readonly slug?: string;
  /** All spellings on the wire; the name alone if absent. */
  readonly names?: readonly string[];
  readonly page?: string;
  readonly status?: number;
  readonly cause: string;
  readonly fix?: string;
  readonly retry: string;
  readonly advice: string;
}

/** What a kit lists. */
interface Catalogue {
  /** The last part of the package or namespace; `cascade` if absent. */
  readonly package?: string;
  readonly problems: readonly Entry[];
  readonly reasons?: readonly Entry[];
}

/**
 * What the kits of packages/kits know of the contract: the facts as data, and each code as a kind of error.
 */
export function kitFiles(root: string): GeneratedFile[] {
  return filesOf(ownCatalogue(root)).map(({ path, text }) => ({ path: `packages/kits/${path}`, text }));
}

function ownCatalogue(root: string): Catalogue {
  const { problems, reasons } = readContract(root);
  return {
    problems: problems.map(({ code, slug, title, status, cause, fix, retry, advice }) => {
      const names = [...new Set([code, title])];
      return { name: code, slug, names, page: `/problems/${slug}/`, status, cause, fix, retry, advice };
    }),
    reasons: reasons.map(({ reason, aliases, meaning, retry, advice }) => {
      const names = [reason, ...aliases];
      return { name: reason, names, page: `/reasons/#${reason}`, cause: meaning, retry, advice };
    }),
  };
}

/** Files of the kits that know neither this API nor its codes: what reads a catalogue. */
const readers = [
  'python/cascade_kit/facts.py',
  'go/problem.go',
  ...['Code', 'Reason', 'Facts'].map((name) => `java/src/main/java/example/cascade/${name}.java`),
  'php/src/Facts.php',
  'rust/src/facts.rs',
  ...['Facts', 'Json'].map((name) => `csharp/${name}.cs`),
];

/**
 * The same files of the catalogue of another API, and what reads it; `file` has the form of
 * packages/kits/catalogue.md.
 * @throws {ContractError} with every deviation from the form.
 */
export function kitsOf(file: string): GeneratedFile[] {
  const yaml = readYamlFile(dirname(resolve(file)), basename(file));
  const schemaFile = join(repositoryRoot, 'packages/kits/catalogue.schema.json');
  const checked = createShapeCheck<Catalogue>({ schemaFile })(yaml.value);
  if ('faults' in checked) throw new ContractError(checked.faults.map(yaml.locate));
  const copies = readers.map((path) => ({
    path,
    text: readText(repositoryRoot, `packages/kits/${path}`),
  }));
  const { package: name = 'cascade' } = checked.value;
  return [...filesOf(checked.value), ...copies].map(({ path, text }) => inPackage(name, { path, text }));
}

/** In the package `name` instead of `cascade`. */
function inPackage(name: string, { path, text }: GeneratedFile): GeneratedFile {
  return {
    path: path.replace('cascade_kit', `${name}_kit`).replaceAll('example/cascade', `example/${name}`),
    text: text
      .replace(/^package cascade$/m, `package ${name}`)
      .replace(/^package example\.cascade;$/m, `package example.${name};`)
      .replace(/^namespace Cascade(;?)$/m, `namespace ${camel(name)}$1`),
  };
}

/** The codes or the reasons, with what each language calls them. */
interface Listed {
  readonly name: 'ProblemCode' | 'UndeliveredReason';
  readonly says: string;
  /** The function that knows their facts, in Rust in its own spelling. */
  readonly facts: 'ofProblem' | 'ofReason';
  /** The sealed interface of Java whose listed values they are. */
  readonly sealed: 'Code' | 'Reason';
  readonly entries: readonly Entry[];
}

function filesOf({ problems, reasons = [] }: Catalogue): GeneratedFile[] {
  const facts = factsOf(problems, reasons);
  const lists: readonly Listed[] = [
    {
      name: 'ProblemCode',
      sealed: 'Code',
      facts: 'ofProblem',
      entries: problems,
      says: 'The problem codes (§7.1).',
    },
    {
      name: 'UndeliveredReason',
      sealed: 'Reason',
      facts: 'ofReason',
      entries: reasons,
      says: 'The undelivered reasons (§7.4).',
    },
  ];
  const java = 'java/src/main/java/example/cascade';
  const catalogues = ['python/cascade_kit', 'go', 'java/src/main/resources/example/cascade'];
  return [
    ...[...catalogues, 'php/src', 'csharp', 'rust/src'].map((folder) => ({
      path: `${folder}/catalogue.json`,
      text: facts,
    })),
    { path: 'python/cascade_kit/problems.py', text: python(problems, reasons) },
    { path: 'go/codes.go', text: go(problems, reasons) },
    ...lists.map((list) => ({ path: `${java}/${list.name}.java`, text: javaEnum(list) })),
    ...lists.map((list) => ({ path: `php/src/${list.name}.php`, text: phpEnum(list) })),
    { path: 'csharp/Codes.cs', text: csharp(lists) },
    {
      path: 'rust/src/codes.rs',
      text: `${banner.code}\nuse crate::facts::listed;\n${lists.map(rustEnum).join('')}`,
    },
  ];
}

/** A line for each code and reason, so that a change reads well. */
function factsOf(problems: readonly Entry[], reasons: readonly Entry[]): string {
  const lines = (entries: readonly Entry[]) =>
    entries.map(({ name, slug: _, names = [name], page = '', ...rest }) => {
      return `    ${JSON.stringify({ name, names, page, ...rest })}`;
    });
  const block = (entries: readonly Entry[]) =>
    entries.length === 0 ? '' : `\n${lines(entries).join(',\n')}\n  `;
  return `{\n  "problems": [${block(problems)}],\n  "reasons": [${block(reasons)}]\n}\n`;
}

function python(problems: readonly Entry[], reasons: readonly Entry[]): string {
  const classes = problems.map(({ name, slug = name, cause }) => {
    const head = [`class ${camel(slug)}(`, `Problem, code=${JSON.stringify(name)}`, '):'] as const;
    // As ruff formats it, with lines of 120 characters.
    const lines = head.join('').length <= 120 ? head.join('') : `${head[0]}\n    ${head[1]}\n${head[2]}`;
    return `\n\n${lines}\n    """${cause}"""\n`;
  });
  const members = reasons.map(({ name }) => `    ${snake(name).toUpperCase()} = "${name}"\n`);
  return [
    banner.python,
    '"""Each problem code (§7.1) as an exception, and each undelivered reason (§7.4)."""\n\n',
    'from .facts import Problem, Reason\n',
    ...classes,
    pythonUnion(problems.map(({ name, slug = name }) => camel(slug))),
    '\n\nclass UndeliveredReason(Reason):\n    """Why a message was not delivered, in the listed spelling."""\n',
    ...(members.length === 0 ? [] : ['\n', ...members]),
  ].join('');
}

/** Over which a match is checked to be complete; as ruff formats it. */
function pythonUnion(names: readonly string[]): string {
  if (names.length === 0) return '';
  const line = `ListedProblem = ${names.join(' | ')}`;
  const lines = line.length <= 120 ? line : `ListedProblem = (\n    ${names.join('\n    | ')}\n)`;
  return `\n\n${lines}\n"""One of those above: a match that ends with assert_never breaks when a code is added."""\n`;
}

function go(problems: readonly Entry[], reasons: readonly Entry[]): string {
  const block = (type: string, prefix: string, entries: readonly Entry[]) => {
    const lines = entries.map(({ name: value, slug = value, cause }) => {
      const name = prefix + camel(slug);
      return `\t// ${name}: ${cause}\n\t${name} ${type} = ${JSON.stringify(value)}\n`;
    });
    return lines.length === 0 ? [] : ['\nconst (\n', ...lines, ')\n'];
  };
  return [
    banner.code,
    '\npackage cascade\n',
    ...block('Code', '', problems),
    ...block('Reason', 'Reason', reasons),
  ].join('');
}

/** An enum whose members are the listed values of a sealed interface. */
function javaEnum({ name, sealed, says, facts, entries }: Listed): string {
  const constants = entries.map(({ name: value, slug = value, cause }) => {
    const constant = screaming(slug);
    const wire = JSON.stringify(value);
    // As google-java-format has it, with lines of 100 characters.
    const fits = `  ${constant}(${wire}),`.length <= 100;
    return `  /** ${cause} */\n  ${constant}(${fits ? '' : '\n      '}${wire})`;
  });
  return `${banner.code}
package example.cascade;

/** ${says} */
public enum ${name} implements ${sealed} {
${constants.join(',\n')};

  private final transient Facts facts;

  ${name}(String wire) {
    facts = Facts.${facts}(wire);
  }

  @Override
  public String wire() {
    return facts.name();
  }

  @Override
  public Facts facts() {
    return facts;
  }
}
`;
}

/** An enum of the values in their listed spelling. */
function phpEnum({ name, says, facts, entries }: Listed): string {
  const cases = entries.map(
    ({ name: value, slug = value, cause }) =>
      `    /** ${cause} */\n    case ${camel(slug)} = ${phpText(value)};\n`,
  );
  return `<?php

${banner.code}
declare(strict_types=1);

namespace Cascade;

/** ${says} */
enum ${name}: string
{
${cases.join('\n')}
    /** The listed one of any spelling on the wire; null if it is of a later version. */
    public static function of(string $wire): ?self
    {
        return self::tryFrom(Facts::${facts}($wire)->name ?? $wire);
    }

    public function facts(): ?Facts
    {
        return Facts::${facts}($this->value);
    }
}
`;
}

function phpText(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}

/** Enums in the order of the catalogue, after `Unlisted`. */
function csharp(lists: readonly Listed[]): string {
  const blocks = lists.map(({ name, says, entries }) => {
    const lines = entries.map(
      ({ name: value, slug = value, cause }) =>
        `\n        /// <summary>${xmlText(cause)}</summary>\n        ${camel(slug)},\n`,
    );
    const unlisted = `        /// <summary>A value that this version does not list.</summary>\n        Unlisted,\n`;
    return `    /// <summary>${says}</summary>\n    public enum ${name}\n    {\n${unlisted}${lines.join('')}    }\n`;
  });
  return `${banner.code}\nnamespace Cascade\n{\n${blocks.join('\n')}}\n`;
}

function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** A closed list and `Unlisted`: a match over it has an arm for each, so that a new value breaks it. */
function rustEnum({ name, says, facts, entries }: Listed): string {
  const lines = entries.map(
    ({ name: value, slug = value, cause }) =>
      `        /// ${cause}\n        ${camel(slug)} = ${JSON.stringify(value)},\n`,
  );
  return `
listed! {
    /// ${says}
    ${name}, ${facts === 'ofProblem' ? 'of_problem' : 'of_reason'} {
${lines.join('')}    }
}
`;
}

/** `requestId-is-not-unique` as `REQUEST_ID_IS_NOT_UNIQUE`. */
function screaming(slug: string): string {
  return snake(slug)
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase();
}

/** `requestId-is-not-unique` as `RequestIdIsNotUnique`. */
function camel(slug: string): string {
  return slug.replace(/(^|[-_.])(.)/g, (_, __, letter: string) => letter.toUpperCase());
}

function snake(slug: string): string {
  return slug.replaceAll(/[-.]/g, '_');
}
