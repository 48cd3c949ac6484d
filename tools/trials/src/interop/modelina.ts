import type { Command, Tool } from './tool.ts';
import { compileTypescript, installFromNpm } from './typescript.ts';

/** The version of Modelina's command, for all languages. */
const version = '5.10.1';

/** What fetches the command. */
const npmPackage = `@asyncapi/modelina-cli@${version}`;

/** What users type to install it. */
const installLine = 'npm install --save-dev @asyncapi/modelina-cli';

/** Generates models from the description into `target`. */
function generate(
  language: string,
  options: readonly string[],
  {
    home,
    description,
    target,
  }: { readonly home: string; readonly description: string; readonly target: string },
): Command {
  const program = `${home}/node_modules/@asyncapi/modelina-cli/bin/run`;
  return [process.execPath, program, 'generate', language, description, '--output', target, ...options];
}

/** TypeScript interfaces of the callback. */
export const modelinaTypescript: Tool = {
  name: 'modelina typescript',
  version: version,
  language: 'TypeScript',
  reads: 'asyncapi',
  lines: {
    install: installLine,
    generate:
      'npx modelina generate typescript asyncapi.yaml --tsModelType=interface --tsRawPropertyNames --output api',
    call: 'const { requestId, status, error } = JSON.parse(body) as StatusEvent',
    remark: 'Without `--tsRawPropertyNames` it renames `status` to `reservedStatus`, on the wire too.',
  },
  needs: [['npm', '--version']],
  programs: { 'modelina.ts': 'main.ts', 'steps.ts': 'steps.ts', 'commonjs.json': 'package.json' },
  install: (home) => installFromNpm(home, [npmPackage]),
  generate: (home, description, folder) => [
    generate('typescript', ['--tsModelType=interface', '--tsRawPropertyNames', '--tsExportType=named'], {
      home,
      description,
      target: `${folder}/api`,
    }),
  ],
  compile: (home, folder) => [compileTypescript(home, folder)],
  run: (_, folder, steps) => [process.execPath, `${folder}/js/main.js`, steps],
};

const libraries = [
  'com.fasterxml.jackson.core:jackson-annotations:2.21',
  'com.fasterxml.jackson.core:jackson-core:2.21.5',
  'com.fasterxml.jackson.core:jackson-databind:2.21.5',
  'com.fasterxml.jackson.datatype:jackson-datatype-jsr310:2.21.5',
];

/** Java classes of the callback, for Jackson. */
export const modelinaJava: Tool = {
  name: 'modelina java',
  version: version,
  language: 'Java',
  reads: 'asyncapi',
  lines: {
    install: installLine,
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
    ['npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefix', home, npmPackage],
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
    generate('java', ['--javaJackson', '--packageName=api'], {
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

/** Pydantic models of the callback. */
export const modelinaPython: Tool = {
  name: 'modelina python',
  version: version,
  language: 'Python (Pydantic 2)',
  reads: 'asyncapi',
  lines: {
    install: installLine,
    generate: 'npx modelina generate python asyncapi.yaml --pyDantic --packageName=api --output api',
    call: 'event = StatusEvent.model_validate_json(body)',
  },
  needs: [
    ['npm', '--version'],
    ['python3', '--version'],
  ],
  programs: { 'modelina.py': 'main.py' },
  install: (home) => [
    ['npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefix', home, npmPackage],
    ['python3', '-m', 'venv', `${home}/venv`],
    [`${home}/venv/bin/pip`, 'install', '--quiet', 'pydantic==2.14.3'],
  ],
  generate: (home, description, folder) => [
    generate('python', ['--pyDantic', '--packageName=api'], {
      home,
      description,
      target: `${folder}/api`,
    }),
  ],
  compile: (home, folder) => [
    [`${home}/venv/bin/python`, '-c', `import sys; sys.path.insert(0, '${folder}'); import api.status_event`],
  ],
  run: (home, folder, steps) => [`${home}/venv/bin/python`, `${folder}/main.py`, steps],
};
