import { accounts } from './accounts.ts';
import { bodies } from './bodies.ts';
import { fire, type Heard } from './fire.ts';
import { acceptedIds, faultsOf, nameOf, readListed } from './judge.ts';
import { protocol } from './protocol.ts';
import type { Material, Shot } from './shot.ts';
import { createTally, type Tally } from './tally.ts';

export interface AttackOptions {
  readonly urls: Readonly<Record<Shot['where'], string>>;
  readonly material: Material;
  /** How many requests at least. */
  readonly requests: number;
  /** Connections at once, beside the copies of a shot. */
  readonly connections: number;
  readonly say: (line: string) => void;
}

export interface Attacked extends Tally {
  /** The request ids that were answered with 200. */
  readonly accepted: readonly string[];
}

const attacks = { ...bodies, ...accounts, ...protocol };

/** Fifty requests each: else they would be two thirds of all. */
const rare: Readonly<Record<string, number>> = { 'duplicates at once': 0.12 };

/** Sends hostile requests of all kinds, and judges each answer. */
export async function attack({
  urls,
  material,
  requests,
  connections,
  say,
}: AttackOptions): Promise<Attacked> {
  const listed = readListed();
  const tally = createTally();
  const accepted: string[] = [];
  let fired = 0;

  /** Shots depend on the seed alone, whatever the order of their answers. */
  function next(): { readonly kind: string; readonly shot: Shot } {
    const { dice } = material;
    for (;;) {
      const kind = dice.pick(Object.keys(attacks));
      const shot = dice.random() < (rare[kind] ?? 1) ? attacks[kind]?.(material) : undefined;
      if (shot !== undefined) return { kind, shot };
    }
  }

  function judge(kind: string, shot: Shot, all: readonly Heard[]): void {
    for (const heard of all) {
      tally.fired(kind, shot.requests);
      tally.heard(heard.answers.map(nameOf), heard.milliseconds);
      for (const fault of faultsOf(shot, heard, listed)) tally.fault(kind, fault);
      if (
        heard.answers.some(({ status, body }) => status === 200 && body.includes(material.foreign.requestId))
      )
        tally.fault(kind, "another account's message");
    }
    const ids = all.flatMap(({ answers }) => acceptedIds(answers));
    if (new Set(ids).size < ids.length) tally.fault(kind, 'an id accepted twice');
    accepted.push(...ids);
  }

  async function attacker(): Promise<void> {
    while (fired < requests) {
      const { kind, shot } = next();
      const copies = shot.copies ?? 1;
      const thousands = Math.floor(fired / 1_000);
      fired += copies * shot.requests;
      if (Math.floor(fired / 1_000) > thousands) say(`${fired} requests`);
      const url = urls[shot.where];
      judge(kind, shot, await Promise.all(Array.from({ length: copies }, () => fire(url, shot))));
    }
  }

  await Promise.all(Array.from({ length: connections }, attacker));
  return { ...tally.read(), accepted };
}
