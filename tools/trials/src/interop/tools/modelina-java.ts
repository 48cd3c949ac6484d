import * as modelina from '../modelina.ts';
import type { Tool } from '../tool.ts';

const libraries = [
  'com.fasterxml.jackson.core:jackson-annotations:2.21',
  'com.fasterxml.jackson.core:jackson-core:2.21.5',
  'com.fasterxml.jackson.core:jackson-databind:2.21.5',
  'com.fasterxml.jackson.datatype:jackson-datatype-jsr310:2.21.5',
];

/** Java classes of the callback, for Jackson. */
export const modelinaJava: Tool = {
  name: 'modelina java',
  version: modelina.version,
  language: 'Java',
  reads: 'asyncapi',
  lines: {
    install: modelina.installLine,
    generate: 'npx modelina generate java asyncapi.yaml --javaJackson --packageName=api --output api',
    call: 'StatusEvent event = json.readValue(body, StatusEvent.class);',
    remark: 'An open list is an `Object`: a string, listed or not.',
  },
  needs: [
    ['npm', '--version'],
    ['mvn', '--version'],
    ['javac', '-version'],
  ],
  programs: { 'Modelina.java': 'Main.java' },
  install: (home) => [
    ['npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefix', home, modelina.npmPackage],
    ...libraries.map(
      (library) =>
        [
          'mvn',
          '--quiet',
          'dependency:copy',
          `-Dartifact=${library}`,
          `-DoutputDirectory=${home}/jars`,
        ] as const,
    ),
  ],
  generate: (home, description, folder) => [
    modelina.generate('java', ['--javaJackson', '--packageName=api'], {
      home,
      description,
      target: `${folder}/api`,
    }),
  ],
  compile: (home, folder) => [
    [
      'javac',
      '-cp',
      `${home}/jars/*`,
      '-sourcepath',
      folder,
      '-d',
      `${folder}/classes`,
      `${folder}/Main.java`,
    ],
  ],
  run: (home, folder, steps) => ['java', '-cp', `${folder}/classes:${home}/jars/*`, 'Main', steps],
};
