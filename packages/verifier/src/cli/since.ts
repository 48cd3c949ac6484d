import { loadDescribed } from '../description/load-described.ts';
import { readDescription } from '../description/read-description.ts';
import { loadClauses } from '../scenario/clauses.ts';
import { loadScenarios } from '../scenario/load-scenarios.ts';
import { readEarlier } from '../since/read-earlier.ts';
import { touchedSince } from '../since/touched-since.ts';

/** What a run judges that is about a change of the contract only, and what it leaves. */
interface SinceThen {
  readonly scenarios: readonly string[];
  readonly says: string;
}

/** Judged if nothing else is: one message with the key in its header. */
const leastOfAll = 'key-in-its-header';

export async function scenariosSince(where: string): Promise<SinceThen> {
  const isJudged = ({ phase }: { readonly phase: string }) => phase !== 'consumers';
  const all = [...loadScenarios(), ...loadDescribed()].filter(isJudged);
  const now = { ...readDescription(), clauses: loadClauses(), scenarios: all };
  const earlier = await readEarlier(where);
  const { clauses, decisions, scenarios, unplaced } = touchedSince(earlier, now);
  const cited = [...clauses.map((id) => `§${id}`), ...decisions, ...(earlier.scenarios ?? [])];
  const left = all.length - Math.max(scenarios.length, 1);
  return {
    scenarios: scenarios.length === 0 ? [leastOfAll] : scenarios,
    says: [
      `Since ${where} what these say has changed: ${shorten(cited)}`,
      ...(unplaced.length === 0 ? [] : [`and what cites no clause: ${shorten(unplaced)}`]),
      scenarios.length === 0
        ? `No scenario is about that; judged is ${leastOfAll} alone, ${left} are left.`
        : `Judged are the ${scenarios.length} scenarios about that; ${left} are left. Without --since all are judged.`,
      '',
    ].join('\n'),
  };
}

const mostNamed = 10;

function shorten(names: readonly string[]): string {
  const more = names.length - mostNamed;
  const named = names.slice(0, mostNamed).join(', ') || 'nothing';
  return more > 0 ? `${named} and ${more} more` : named;
}
