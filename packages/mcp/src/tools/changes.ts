import type { SiteForPrograms } from '@cascade/docs/site';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';

type Change = SiteForPrograms['changes'][number];

/** What the changes are chosen by; whatever is absent chooses nothing. */
interface Choice {
  readonly version?: string | undefined;
  readonly about?: string | undefined;
  readonly reader?: Change['reader'] | undefined;
  readonly breaking?: boolean | undefined;
}

/** Lines of a list: more cost their reader more than they tell. */
const mostLines = 60;

/** The chosen changes, the latest release first, a line each with the id that get_change takes. */
function listChanges(changes: readonly Change[], { version, about, reader, breaking }: Choice): string {
  const chosen = changes.filter(
    (change) =>
      (version === undefined || change.version === version) &&
      (reader === undefined || change.reader === reader) &&
      (breaking !== true || change.isBreaking) &&
      (about === undefined || isAbout(change, about)),
  );
  if (chosen.length === 0) return `No change fits. ${versionsIn(changes)}`;
  // What breaks programs is never behind what does not.
  const sorted = chosen.toSorted((one, other) => Number(other.isBreaking) - Number(one.isBreaking));
  const lines = sorted.slice(0, mostLines).map(lineOf);
  const rest = chosen.length - lines.length;
  const more = rest === 0 ? [] : [`and ${rest} more: ask for one version, operation or reader.`];
  return [`${chosen.length} ${chosen.length === 1 ? 'change' : 'changes'}:`, ...lines, ...more].join('\n');
}

function versionsIn(changes: readonly Change[]): string {
  return `There are changes of ${[...new Set(changes.map(({ version }) => version))].join(', ')}.`;
}

/** An operation, a schema with its fields, a field, a code. */
function isAbout({ part, name }: Change, about: string): boolean {
  const wanted = about.toLowerCase();
  const own = name.toLowerCase();
  return (
    part.toLowerCase() === wanted ||
    own === wanted ||
    own.startsWith(`${wanted}.`) ||
    own.endsWith(`.${wanted}`)
  );
}

const kinds = { added: ', new', changed: '', removed: ', gone' } as const;

function lineOf({ id, version, isReleased, part, name, kind, isBreaking }: Change): string {
  const state = isReleased ? '' : ', not released';
  return `- ${id}: ${name} (${part}, ${version}${state}${isBreaking ? ', breaking' : ''}${kinds[kind]})`;
}

/** One change with both states and what to do; the changes of that name if there is none. */
function getChange(changes: readonly Change[], id: string): string {
  const found = changes.find((change) => change.id === id);
  if (found === undefined) {
    const named = changes.filter((change) => isAbout(change, id));
    return named.length === 0
      ? `No change has the id ${id}. list_changes has all ids.`
      : `No change has the id ${id}. Of that name: ${listChanges(named, {})}`;
  }
  return `${lineOf(found).slice(2)}\n\n${found.text}\n\nBefore is left of the arrow, after is right of it. ${found.href.replace('.html', '.md')}`;
}

/** The tools that tell what changed between the versions of the contract. */
export function registerChangeTools(server: McpServer, readChanges: () => Promise<readonly Change[]>): void {
  const annotations = { readOnlyHint: true };
  const answer = (text: string) => ({ content: [{ type: 'text' as const, text }] });
  server.registerTool(
    'list_changes',
    {
      description:
        'What changed between the versions of the contract, what breaks programs first: for callers, receivers of callbacks, importers of the packages, and readers of the source. Each has an id for get_change.',
      inputSchema: {
        version: z.string().optional().describe('Of one version: 0.2.0'),
        about: z
          .string()
          .optional()
          .describe(
            'An operation (scheduleMessage), schema, field (SchedulingRequest.comment), code or reason',
          ),
        reader: z.enum(['caller', 'receiver', 'types', 'statements']).optional(),
        breaking: z.boolean().optional().describe('Only what breaks programs'),
      },
      annotations,
    },
    async (choice) => answer(listChanges(await readChanges(), choice)),
  );
  server.registerTool(
    'get_change',
    {
      description:
        'One change by its id: both states as request or response, whom it breaks, and what to do.',
      inputSchema: { id: z.string().describe('Of list_changes: v0.2.0-SchedulingRequest.comment') },
      annotations,
    },
    async ({ id }) => answer(getChange(await readChanges(), id)),
  );
}
