import { banner, type GeneratedFile } from '@cascade/bundle';
import type { ProblemEntry, ReasonEntry } from '@cascade/contract';
import { readContract } from '@cascade/contract';

/** What the kits of packages/kits know of the contract: the facts as data, and each code as a kind of error. */
export function kits(): GeneratedFile[] {
  const { problems, reasons } = readContract();
  const facts = factsOf(problems, reasons);
  return [
    { path: 'packages/kits/python/cascade_kit/catalogue.json', text: facts },
    { path: 'packages/kits/python/cascade_kit/problems.py', text: python(problems, reasons) },
    { path: 'packages/kits/go/catalogue.json', text: facts },
    { path: 'packages/kits/go/codes.go', text: go(problems, reasons) },
    { path: `${ofJava}/resources/example/cascade/catalogue.json`, text: facts },
    {
      path: `${ofJava}/java/example/cascade/ProblemCode.java`,
      text: javaEnum('ProblemCode', 'Code', problemMembers(problems)),
    },
    {
      path: `${ofJava}/java/example/cascade/UndeliveredReason.java`,
      text: javaEnum('UndeliveredReason', 'Reason', reasonMembers(reasons)),
    },
    { path: 'packages/kits/php/src/catalogue.json', text: facts },
    { path: 'packages/kits/php/src/ProblemCode.php', text: phpEnum('ProblemCode', problemMembers(problems)) },
    {
      path: 'packages/kits/php/src/UndeliveredReason.php',
      text: phpEnum('UndeliveredReason', reasonMembers(reasons)),
    },
    { path: 'packages/kits/rust/src/catalogue.json', text: facts },
    {
      path: 'packages/kits/rust/src/codes.rs',
      text:
        `${banner.code}\nuse crate::facts::listed;\n` +
        rustEnum('ProblemCode', problemMembers(problems)) +
        rustEnum('UndeliveredReason', reasonMembers(reasons)),
    },
  ];
}

const ofJava = 'packages/kits/java/src/main';

/** A line for each code and reason, so that a change reads well. `names` are all spellings on the wire. */
function factsOf(problems: readonly ProblemEntry[], reasons: readonly ReasonEntry[]): string {
  const lines = (facts: readonly object[]) => facts.map((one) => `    ${JSON.stringify(one)}`).join(',\n');
  const ofProblems = problems.map(({ code, slug, title, status, cause, fix, retry, advice }) => ({
    name: code,
    names: [...new Set([code, title])],
    page: `/problems/${slug}/`,
    status,
    cause,
    fix,
    retry,
    advice,
  }));
  const ofReasons = reasons.map(({ reason, aliases, meaning, retry, advice }) => ({
    name: reason,
    names: [reason, ...aliases],
    page: `/reasons/#${reason}`,
    cause: meaning,
    retry,
    advice,
  }));
  return `{\n  "problems": [\n${lines(ofProblems)}\n  ],\n  "reasons": [\n${lines(ofReasons)}\n  ]\n}\n`;
}

function python(problems: readonly ProblemEntry[], reasons: readonly ReasonEntry[]): string {
  const classes = problems.map(({ code, slug, cause }) => {
    const head = [`class ${camel(slug)}(`, `Problem, code=${JSON.stringify(code)}`, '):'] as const;
    // As ruff formats it, with lines of 120 characters.
    const lines = head.join('').length <= 120 ? head.join('') : `${head[0]}\n    ${head[1]}\n${head[2]}`;
    return `\n\n${lines}\n    """${cause}"""\n`;
  });
  const members = reasons.map(({ reason }) => `    ${snake(reason).toUpperCase()} = "${reason}"\n`);
  return [
    banner.python,
    '"""Each problem code (§7.1) as an exception, and each undelivered reason (§7.4)."""\n\n',
    'from .facts import Problem, Reason\n',
    ...classes,
    '\n\nclass UndeliveredReason(Reason):\n    """Why a message was not delivered, in the listed spelling."""\n\n',
    ...members,
  ].join('');
}

function go(problems: readonly ProblemEntry[], reasons: readonly ReasonEntry[]): string {
  const block = (
    type: string,
    entries: readonly (readonly [name: string, value: string, says: string])[],
  ) => [
    '\nconst (\n',
    ...entries.map(
      ([name, value, says]) => `\t// ${name}: ${says}\n\t${name} ${type} = ${JSON.stringify(value)}\n`,
    ),
    ')\n',
  ];
  return [
    banner.code,
    '\npackage cascade\n',
    ...block(
      'Code',
      problems.map(({ code, slug, cause }) => [camel(slug), code, cause]),
    ),
    ...block(
      'Reason',
      reasons.map(({ reason, meaning }) => [`Reason${camel(reason)}`, reason, meaning]),
    ),
  ].join('');
}

/** What an enum lists. */
interface Members {
  readonly says: string;
  /** The function that knows their facts. */
  readonly facts: 'ofProblem' | 'ofReason';
  readonly members: readonly (readonly [slug: string, value: string, says: string])[];
}

function problemMembers(problems: readonly ProblemEntry[]): Members {
  return {
    says: 'The problem codes (§7.1).',
    facts: 'ofProblem',
    members: problems.map(({ code, slug, cause }) => [slug, code, cause]),
  };
}

function reasonMembers(reasons: readonly ReasonEntry[]): Members {
  return {
    says: 'The undelivered reasons (§7.4).',
    facts: 'ofReason',
    members: reasons.map(({ reason, meaning }) => [reason, reason, meaning]),
  };
}

/** An enum whose members are the listed values of a sealed interface. */
function javaEnum(name: string, sealed: string, { says, facts, members }: Members): string {
  const constants = members.map(
    ([slug, value, meaning]) => `  /** ${meaning} */\n  ${screaming(slug)}(${JSON.stringify(value)})`,
  );
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
function phpEnum(name: string, { says, facts, members }: Members): string {
  const cases = members.map(
    ([slug, value, meaning]) => `    /** ${meaning} */\n    case ${camel(slug)} = ${phpText(value)};\n`,
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

/** A closed list and `Unlisted`: a match over it has an arm for each, so that a new value breaks it. */
function rustEnum(name: string, { says, facts, members }: Members): string {
  const lines = (line: (member: Members['members'][number]) => string) => members.map(line).join('\n');
  return `
listed! {
    /// ${says}
    ${name}, ${facts === 'ofProblem' ? 'of_problem' : 'of_reason'} {
${lines(([slug, value, meaning]) => `        /// ${meaning}\n        ${camel(slug)} = ${JSON.stringify(value)},`)}
    }
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
  return slug.replace(/(^|-)(.)/g, (_, __, letter: string) => letter.toUpperCase());
}

function snake(slug: string): string {
  return slug.replaceAll('-', '_');
}
