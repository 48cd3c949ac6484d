import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Profile } from '../generated/profile.ts';
import { breakTwoRules } from '../phases/run-order.ts';
import { exampleOf } from '../profile/profile-schema.ts';
import { parseProfile } from '../profile/read-profile.ts';
import { buildCase } from '../scenario/build-case.ts';
import { loadScenarios } from '../scenario/load-scenarios.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { isUnavailable, lacking } from '../scenario/unavailable.ts';
import { type Addition, additionsTo, type LackOf } from './additions.ts';

const small = `keys:
  good: demo-key
address: '+12025550199'
cascades:
  - { id: 12345, stages: [{ channel: SMS }] }
content:
  SMS:
    text: { contentType: TEXT, text: Code 4821 }
`;

const singles = loadScenarios().filter(({ phase }) =>
  ['vectors', 'boundaries', 'text', 'order'].includes(phase),
);

function lacksOf(profile: Profile, scenario: Scenario): LackOf[] {
  const built = scenario.phase === 'order' ? breakTwoRules(profile, scenario) : buildCase(profile, scenario);
  return isUnavailable(built) && built.lacks !== undefined
    ? [{ scenario: scenario.id, lacks: built.lacks }]
    : [];
}

const lackOf = (pointer: string, scenario = 'any'): LackOf[] => {
  const { lacks } = lacking(pointer);
  return lacks === undefined ? [] : [{ scenario, lacks }];
};

/** Pastes each line where it says. */
function paste(yaml: string, additions: readonly Addition[]): string {
  return additions.reduce((text, { below, yaml: line, replaces }) => {
    if (replaces) return text.replace(/^holds: .*$/m, line);
    if (below === undefined) return `${text}${line}\n`;
    const steps = below.slice(0, -1).split('.');
    const parent = `${'  '.repeat(steps.length - 1)}${steps.at(-1)}:\n`;
    if (!text.includes(parent)) throw new Error(`no line ${parent}`);
    return text.replace(parent, (found) => `${found}${line}\n`);
  }, yaml);
}

describe('lines for the profile', () => {
  test('pasted into the smallest profile, they let every single request be made', () => {
    let yaml = small;
    const open = () => {
      const profile = parseProfile(yaml);
      return singles.flatMap((scenario) => lacksOf(profile, scenario));
    };
    expect(open().length).toBeGreaterThan(100);
    for (let round = 0; round < 8 && open().length > 0; round += 1)
      yaml = paste(yaml, additionsTo(parseProfile(yaml), open()));
    expect(open()).toEqual([]);
  });

  test('every place that the code may find absent has an example, which the schema accepts', () => {
    const folder = fileURLToPath(new URL('..', import.meta.url));
    const pointers = globSync('**/*.ts', { cwd: folder }).flatMap((file) =>
      [...readFileSync(`${folder}${file}`, 'utf8').matchAll(/lacking\(\s*'(\/[^']+)'/g)].map(
        ([, pointer = '']) => pointer,
      ),
    );
    expect(pointers).toContain('/keys/small');
    for (const pointer of pointers) {
      expect(exampleOf(pointer), pointer).toBeDefined();
      const within = pointer.startsWith('/callback/') ? `${small}callback:\n  withinSeconds: 5\n` : small;
      const pasted = paste(within, additionsTo(parseProfile(within), lackOf(pointer)));
      expect(() => parseProfile(pasted), pasted).not.toThrow();
    }
  });

  test('decisions are one line, with those that are held', () => {
    const held = { ...parseProfile(small), holds: ['ADR-0007'] };
    const lacks = ['ADR-0035', 'ADR-0013'].map((value) => ({
      scenario: value,
      lacks: { pointer: '/holds', value },
    }));
    expect(additionsTo(held, lacks)).toEqual([
      {
        yaml: 'holds: [ADR-0007, ADR-0013, ADR-0035]',
        replaces: true,
        scenarios: ['ADR-0035', 'ADR-0013'],
      },
    ]);
  });

  test('what shares an absent parent is one line; what has one is indented below it', () => {
    const profile = parseProfile(small);
    const lines = (pointers: readonly string[]) =>
      additionsTo(
        profile,
        pointers.flatMap((pointer) => lackOf(pointer)),
      ).map(({ below, yaml }) => [below, yaml]);
    expect(lines(['/places/action', '/places/payload'])).toEqual([
      [undefined, 'places:\n  action: action\n  payload: payload'],
    ]);
    expect(lines(['/keys/poor'])).toEqual([['keys:', '  poor: key-of-an-account-without-money']]);
    expect(lines(['/content/SMS/location'])).toEqual([
      ['content.SMS:', '    location: { contentType: LOCATION, latitude: 52.52, longitude: 13.405 }'],
    ]);
  });
});
