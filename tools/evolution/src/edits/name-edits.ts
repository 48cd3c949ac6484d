import type { SeededEdit } from './seeded-edit.ts';

const schemas = 'openapi/components/schemas';
const button = '@cascade~1types: Button';

/** Edits of names that programs import or that code generators call types by. */
export const nameEdits: readonly SeededEdit[] = [
  {
    name: 'a component schema has another name',
    impact: 'major',
    says: 'the schema is now called `Sender`',
    edit: (d) => d.renameSchema('openapi', 'Subject', 'Sender'),
  },
  {
    name: 'a component schema of the AsyncAPI description has another name',
    impact: 'major',
    says: 'the schema is now called `Event`',
    edit: (d) => d.renameSchema('asyncapi', 'StatusEvent', 'Event'),
  },
  {
    name: 'a component schema goes, and where it was referred to its text is instead',
    impact: 'major',
    says: 'the schema is gone: types that are named after it go, too',
    edit: (d) => {
      const own = d.get(`${schemas}/Subject`);
      d.set(`${schemas}/CascadeStage/properties/subject`, own);
      d.remove(`${schemas}/Subject`);
    },
  },
  {
    name: 'a component schema is new',
    impact: 'patch',
    edit: (d) => d.set(`${schemas}/Seeded`, { type: 'string' }),
  },
  {
    name: 'a package exports a name no longer',
    impact: 'major',
    says: 'is no longer exported',
    edit: (d) => d.remove(`exports/${button}`),
  },
  {
    name: 'a package exports a name more',
    impact: 'minor',
    says: 'is exported',
    edit: (d) => d.set('exports/@cascade~1types: Seeded', 'type'),
  },
  {
    name: 'a package exports a type where it exported a value',
    impact: 'major',
    says: 'was a value, and is now a type',
    edit: (d) => d.set('exports/@cascade~1types: isProblem', 'type'),
  },
];
