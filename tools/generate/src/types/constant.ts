/** The source of an exported constant that keeps its literal types. */
export function constant(doc: string, name: string, value: unknown): string {
  return `\n/** ${doc} */\nexport const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`;
}
