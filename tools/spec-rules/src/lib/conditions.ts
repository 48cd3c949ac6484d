/** Below these keywords a schema is a condition, or narrows: it introduces no members. */
export const conditions: ReadonlySet<string> = new Set(['if', 'then', 'else', 'not', 'contains']);
