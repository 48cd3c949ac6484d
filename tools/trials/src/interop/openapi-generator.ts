import { fileURLToPath } from 'node:url';
import type { Command } from './tool.ts';

/** The version of OpenAPI Generator, which is a Java program, for all languages. */
export const version = '7.25.0';

/** The file that its users run. */
export const jar = `openapi-generator-cli-${version}.jar`;

/** What its users type to fetch it. */
export const installLine = `mvn dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:${version} -DoutputDirectory=.`;

export const needs: readonly Command[] = [
  ['java', '-version'],
  ['mvn', '--version'],
];

/** What fetches the generator from Maven's registry. */
export function install(home: string): readonly Command[] {
  return [
    [
      'mvn',
      '--quiet',
      'dependency:copy',
      `-Dartifact=org.openapitools:openapi-generator-cli:${version}`,
      `-DoutputDirectory=${home}`,
    ],
  ];
}

/** Copies what a pom of `interop-programs` depends on into `home`. */
export function copyLibraries(pom: string, home: string): Command {
  const file = fileURLToPath(new URL(`../../interop-programs/${pom}`, import.meta.url));
  return [
    'mvn',
    '--quiet',
    ...['--file', file],
    'dependency:copy-dependencies',
    `-DoutputDirectory=${home}/libraries`,
  ];
}

/** Generates with the generator `language` (Java native is `java`, with a property) into `target`, without tests and pages. */
export function generate(
  language: string,
  properties: string,
  {
    home,
    description,
    target,
  }: { readonly home: string; readonly description: string; readonly target: string },
): Command {
  return [
    'java',
    '-jar',
    `${home}/${jar}`,
    ...['generate', '-g', language, '-i', description, '-o', target],
    ...['--additional-properties', properties],
    ...[
      '--global-property',
      'apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false',
    ],
  ];
}
