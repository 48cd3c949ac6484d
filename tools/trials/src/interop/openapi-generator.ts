import { fileURLToPath } from 'node:url';
import { buildCrate, runCrate } from './rust.ts';
import type { Command, Lines, Tool } from './tool.ts';
import { compileTypescript, installFromNpm } from './typescript.ts';

/** The version of OpenAPI Generator, which is a Java program, for all languages. */
const version = '7.25.0';

/** The file that its users run. */
const jar = `openapi-generator-cli-${version}.jar`;

/** What its users type to fetch it. */
const installLine = `mvn dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:${version} -DoutputDirectory=.`;

const needs: readonly Command[] = [
  ['java', '-version'],
  ['mvn', '--version'],
];

/** What fetches the generator from Maven's registry. */
function install(home: string): readonly Command[] {
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
function copyLibraries(pom: string, home: string): Command {
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
function generate(
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

/** A TypeScript client over fetch by OpenAPI Generator. */
export const openapiGeneratorFetch: Tool = {
  name: 'openapi-generator typescript-fetch',
  version: version,
  language: 'TypeScript',
  reads: 'openapi',
  lines: {
    install: installLine,
    generate: `java -jar ${jar} generate -g typescript-fetch -i openapi-for-generators.yaml -o api --additional-properties supportsES6=true`,
    call: 'const result = await messages.scheduleMessage({ schedulingRequest })',
  },
  needs: [...needs, ['npm', '--version']],
  programs: {
    'openapi-generator-fetch.ts': 'main.ts',
    'steps.ts': 'steps.ts',
    'commonjs.json': 'package.json',
  },
  install: (home) => [...install(home), ...installFromNpm(home, [])],
  generate: (home, description, folder) => [
    generate('typescript-fetch', 'supportsES6=true', {
      home,
      description,
      target: `${folder}/api`,
    }),
  ],
  compile: (home, folder) => [compileTypescript(home, folder)],
  run: (_, folder, steps) => [process.execPath, `${folder}/js/main.js`, steps],
};

const properties = 'packageName=api,withGoMod=false,enumClassPrefix=true';

/** A Go client by OpenAPI Generator. The prefix: several lists of the full description have a value of the same name. */
export const openapiGeneratorGo: Tool = {
  name: 'openapi-generator go',
  version: version,
  language: 'Go',
  reads: 'openapi',
  lines: {
    install: installLine,
    generate: `java -jar ${jar} generate -g go -i openapi-for-generators.yaml -o api --additional-properties enumClassPrefix=true`,
    call: 'result, response, err := client.MessagesAPI.ScheduleMessage(ctx).SchedulingRequest(body).Execute()',
  },
  needs: [...needs, ['go', 'version']],
  programs: { 'openapi-generator.go': 'main.go', 'steps.go': 'steps.go' },
  install: install,
  generate: (home, description, folder) => [
    generate('go', properties, {
      home,
      description,
      target: `${folder}/api`,
    }),
  ],
  compile: (_, folder) => [
    ['rm', '-f', `${folder}/go.mod`],
    ['go', 'mod', 'init', 'interop'],
    ['go', 'mod', 'tidy'],
    ['go', 'build', '-p', '1', '-o', `${folder}/main`, '.'],
  ],
  run: (_, folder, steps) => [`${folder}/main`, steps],
};

/** A Java client by OpenAPI Generator over the HTTP client that Java has, with Jackson. */
export const openapiGeneratorNative = withLibrary('native', 'openapi-generator-native.java', {
  call: 'var answer = new MessagesApi(client).scheduleMessage(request);',
});

/** A Java client by OpenAPI Generator over OkHttp, with Gson. */
export const openapiGeneratorOkhttp = withLibrary('okhttp-gson', 'openapi-generator-okhttp.java', {
  call: 'var answer = new MessagesApi(client).scheduleMessage(SchedulingRequest.fromJson(json));',
});

/** The mapping: Java has no class of a map for a choice of several. The property: a list that is not set is not sent. */
function withLibrary(library: string, program: string, lines: Pick<Lines, 'call' | 'remark'>): Tool {
  const properties = `library=${library},containerDefaultToNull=true`;
  const mappings = ['--schema-mappings', 'AnyObject=Object'] as const;
  return {
    name: `openapi-generator java ${library}`,
    version: version,
    language: 'Java',
    reads: 'openapi',
    lines: {
      install: installLine,
      generate: `java -jar ${jar} generate -g java -i openapi-for-generators.yaml -o api --additional-properties ${properties} ${mappings.join(' ')}`,
      ...lines,
    },
    needs: [...needs, ['javac', '--version']],
    programs: { 'RoundTrip.java': 'RoundTrip.java', [program]: 'Main.java' },
    install: (home) => [...install(home), copyLibraries('openapi-generator-java.xml', home)],
    generate: (home, description, folder) => [
      [
        ...generate('java', properties, {
          home,
          description,
          target: `${folder}/api`,
        }),
        ...mappings,
      ],
    ],
    compile: (home, folder) => [
      ['find', folder, '-name', '*.java', '-fprint', `${folder}/sources`],
      ['javac', '-nowarn', '-cp', `${home}/libraries/*`, '-d', `${folder}/classes`, `@${folder}/sources`],
    ],
    run: (home, folder, steps) => ['java', '-cp', `${folder}/classes:${home}/libraries/*`, 'Main', steps],
  };
}

const choices = [
  'Action',
  'ChannelContent_header',
  'ChannelContent_footer',
  'ChattwoContent_allOf_messageMatcherId',
  'ChattwoContent_allOf_flowId',
];
const mappings = ['--schema-mappings', choices.map((schema) => `${schema}=kotlin.Any`).join(',')] as const;

/**
 * A Kotlin client by OpenAPI Generator over OkHttp, with Moshi. The mapping: a choice of several is otherwise a class
 * without members.
 */
export const openapiGeneratorKotlin: Tool = {
  name: 'openapi-generator kotlin',
  version: version,
  language: 'Kotlin',
  reads: 'openapi',
  lines: {
    install: installLine,
    generate: `java -jar ${jar} generate -g kotlin -i openapi-for-generators.yaml -o api ${mappings.join(' ')}`,
    call: 'val answer = MessagesApi().scheduleMessageWithHttpInfo(request)',
  },
  needs: needs,
  programs: { 'openapi-generator-kotlin.kt': 'Main.kt' },
  install: (home) => [...install(home), copyLibraries('openapi-generator-kotlin.xml', home)],
  generate: (home, description, folder) => [
    [
      ...generate('kotlin', 'serializationLibrary=moshi', {
        home,
        description,
        target: `${folder}/api`,
      }),
      ...mappings,
    ],
  ],
  compile: (home, folder) => [
    ['find', `${home}/libraries`, '-name', '*.jar', '-fprintf', `${folder}/libraries`, ':%p'],
    [
      'java',
      ...['-cp', `${home}/libraries/*`, 'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler'],
      ...['-nowarn', '-no-stdlib', '-no-reflect', '-cp', `@${folder}/libraries`],
      ...['-d', `${folder}/classes`, folder],
    ],
  ],
  run: (home, folder, steps) => ['java', '-cp', `${folder}/classes:${home}/libraries/*`, 'MainKt', steps],
};

/** A PHP client by OpenAPI Generator over Guzzle 7, which PHP must find on its include path. */
export const openapiGeneratorPhp: Tool = {
  name: 'openapi-generator php',
  version: version,
  language: 'PHP',
  reads: 'openapi',
  lines: {
    install: installLine,
    generate: `java -jar ${jar} generate -g php -i openapi-for-generators.yaml -o api --additional-properties invokerPackage=Cascade`,
    call: '$result = $messages->scheduleMessage(ObjectSerializer::deserialize($json, SchedulingRequest::class));',
  },
  needs: [...needs, ['php', '-r', "require 'GuzzleHttp/autoload.php';"]],
  programs: { 'openapi-generator.php': 'main.php' },
  install: install,
  generate: (home, description, folder) => [
    generate('php', 'invokerPackage=Cascade', {
      home,
      description,
      target: `${folder}/api`,
    }),
  ],
  compile: (_, folder) => [
    ['bash', '-c', `find '${folder}/api/lib' -name '*.php' -print0 | xargs -0 --max-args 1 php -l`],
  ],
  run: (_, folder, steps) => ['php', `${folder}/main.php`, steps],
};

/** A Python client by OpenAPI Generator: Pydantic 2 models over urllib3. */
export const openapiGeneratorPython: Tool = {
  name: 'openapi-generator python',
  version: version,
  language: 'Python',
  reads: 'openapi',
  lines: {
    install: installLine,
    generate: `java -jar ${jar} generate -g python -i openapi-for-generators.yaml -o api --additional-properties packageName=api`,
    call: 'result = MessagesApi(client).schedule_message(SchedulingRequest.from_json(text))',
  },
  needs: [...needs, ['python3', '-m', 'venv', '--help']],
  programs: { 'openapi-generator.py': 'main.py' },
  install: (home) => [
    ...install(home),
    ['python3', '-m', 'venv', `${home}/venv`],
    [
      `${home}/venv/bin/pip`,
      'install',
      '--quiet',
      ...['urllib3==2.7.0', 'python-dateutil==2.9.0', 'pydantic==2.14.3', 'typing-extensions'],
    ],
  ],
  generate: (home, description, folder) => [
    generate('python', 'packageName=api', {
      home,
      description,
      target: `${folder}/generated`,
    }),
  ],
  compile: (home, folder) => [
    ['cp', '-r', `${folder}/generated/api`, `${folder}/api`],
    [`${home}/venv/bin/python`, '-c', 'import api'],
  ],
  run: (home, folder, steps) => [`${home}/venv/bin/python`, `${folder}/main.py`, steps],
};

/** A Rust client by OpenAPI Generator over reqwest, compiled without TLS: the mock speaks plain HTTP. */
export const openapiGeneratorRust: Tool = {
  name: 'openapi-generator rust',
  version: version,
  language: 'Rust',
  reads: 'openapi',
  lines: {
    install: installLine,
    generate: `java -jar ${jar} generate -g rust -i openapi-for-generators.yaml -o api --additional-properties packageName=api`,
    call: 'let result = messages_api::schedule_message(&configuration, request).await?;',
  },
  needs: [...needs, ['cargo', '--version']],
  programs: { 'openapi-generator.rs': 'src/main.rs', 'openapi-generator.toml': 'Cargo.toml' },
  install: install,
  generate: (home, description, folder) => [
    generate('rust', 'packageName=api,library=reqwest', {
      home,
      description,
      target: `${folder}/api`,
    }),
  ],
  compile: (home, folder) => [buildCrate(home, folder)],
  run: (home, _, steps) => runCrate(home, steps),
};
