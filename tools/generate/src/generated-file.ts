/** The source of an exported constant that keeps its literal types. */
export function constant(doc: string, name: string, value: unknown): string {
  return `\n/** ${doc} */\nexport const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`;
}

/** A generated file: its path from the root of the repository, and its text. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** Makes some of the generated files from the files on the disk. */
export type Generator = () => Promise<readonly GeneratedFile[]> | readonly GeneratedFile[];

const notice = 'Generated from spec/ by `npm run generate`. Do not edit.';

/** The first line of every generated file whose format has comments. */
export const banner = {
  yaml: `# ${notice}\n`,
  python: `# ${notice}\n`,
  code: `// ${notice}\n`,
  markdown: `<!-- ${notice} -->\n`,
} as const;
