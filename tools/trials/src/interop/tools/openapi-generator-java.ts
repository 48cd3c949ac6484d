import * as openapiGenerator from '../openapi-generator.ts';
import type { Lines, Tool } from '../tool.ts';

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
    version: openapiGenerator.version,
    language: 'Java',
    reads: 'openapi',
    lines: {
      install: openapiGenerator.installLine,
      generate: `java -jar ${openapiGenerator.jar} generate -g java -i openapi-for-generators.yaml -o api --additional-properties ${properties} ${mappings.join(' ')}`,
      ...lines,
    },
    needs: [...openapiGenerator.needs, ['javac', '--version']],
    programs: { 'RoundTrip.java': 'RoundTrip.java', [program]: 'Main.java' },
    install: (home) => [
      ...openapiGenerator.install(home),
      openapiGenerator.copyLibraries('openapi-generator-java.xml', home),
    ],
    generate: (home, description, folder) => [
      [
        ...openapiGenerator.generate('java', properties, {
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
