/** An edit of a file of spec/. */
export interface SpecEdit {
  /** Below spec/. */
  readonly file: string;
  /** The text that is replaced where it occurs first; absent: `to` is a new file. */
  readonly from?: string;
  readonly to: string;
}

/** A mistake, and the first message about it. */
export interface Mistake extends SpecEdit {
  readonly name: string;
  readonly message: string;
}

const request = 'openapi/components/schemas/SchedulingRequest.yaml';
const content = 'openapi/components/schemas/ChannelContent.yaml';
const filter = 'openapi/components/schemas/SubscriberFilter.yaml';
const operation = 'openapi/paths/api_cascade_schedule.yaml';
const problems = 'catalogue/problems.yaml';
const scenario = 'scenarios/cascade-unknown.yaml';

export const mistakes: readonly Mistake[] = [
  {
    name: 'YAML: a tab as indentation',
    file: filter,
    from: '    type: string',
    to: '\ttype: string',
    message:
      'spec/openapi/components/schemas/SubscriberFilter.yaml:9:1: invalid YAML: Tabs are not allowed as indentation',
  },
  {
    name: 'YAML: an unclosed bracket',
    file: request,
    from: '[2.1/cascadeId, 2.1/cascadeId-of-account]',
    to: '[2.1/cascadeId, 2.1/cascadeId-of-account',
    message:
      'spec/openapi/components/schemas/SchedulingRequest.yaml:25:3: invalid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
  },
  {
    name: 'YAML: a key twice',
    file: filter,
    from: 'type: object\n',
    to: 'type: object\ntype: object\n',
    message:
      'spec/openapi/components/schemas/SubscriberFilter.yaml:2:1: duplicate field type (first at line 1)',
  },
  {
    name: 'YAML in the root of a description',
    file: 'openapi/openapi.yaml',
    from: 'info:\n',
    to: 'info: {\n',
    message: 'spec/openapi/openapi.yaml:4:10: invalid YAML: Implicit keys need to be on a single line',
  },
  {
    name: 'an item indented too far',
    file: request,
    from: '  - requestId\n  - cascadeId',
    to: '  - requestId\n    - cascadeId',
    message:
      'spec/openapi/components/schemas/SchedulingRequest.yaml:6:5: /required/0: required names no property: requestId - cascadeId; did you mean requestId? Indent these items alike: - requestId, - cascadeId',
  },
  {
    name: 'a property indented too little',
    file: request,
    from: '  comment:\n    type',
    to: 'comment:\n    type',
    message:
      'spec/openapi/components/schemas/SchedulingRequest.yaml:40:1: invalid YAML: All mapping items must start at the same column',
  },
  {
    name: 'required: a misspelt name',
    file: filter,
    from: '  - address\n',
    to: '  - adress\n',
    message:
      'spec/openapi/components/schemas/SubscriberFilter.yaml:5:5: /required/0: required names no property: adress; did you mean address?',
  },
  {
    name: 'an unknown clause',
    file: filter,
    from: '2.1/subscriberFilter',
    to: '2.1/subscriberFliter',
    message:
      'spec/openapi/components/schemas/SubscriberFilter.yaml:3:11: /x-clause: 2.1/subscriberFliter is not in spec/clauses.yaml; did you mean 2.1/subscriberFilter?',
  },
  {
    name: 'an unknown clause in the gateway',
    file: 'gateway/components/schemas/Reference.yaml',
    from: 'type: string\n',
    to: 'type: string\nx-clause: 2.1/adress\n',
    message:
      'spec/gateway/components/schemas/Reference.yaml:2:11: /x-clause: 2.1/adress is not in spec/clauses.yaml; did you mean 2.1/address?',
  },
  {
    name: 'an unknown decision',
    file: filter,
    from: 'x-decision: ADR-0022',
    to: 'x-decision: ADR-0222',
    message:
      'spec/openapi/components/schemas/SubscriberFilter.yaml:19:17: /properties/address/x-decision: ADR-0222 is not in spec/decisions; did you mean ADR-0022?',
  },
  {
    name: 'an unknown assumption in AsyncAPI',
    file: 'asyncapi/asyncapi.yaml',
    from: 'x-assumed: ADR-0014',
    to: 'x-assumed: ADR-0140',
    message:
      'spec/asyncapi/asyncapi.yaml:33:16: /channels/statusCallback/x-assumed: ADR-0140 is not in spec/decisions; did you mean ADR-0040?',
  },
  {
    name: 'a misspelt annotation',
    file: filter,
    from: 'x-clause: 2.1/subscriberFilter',
    to: 'x-clauze: 2.1/subscriberFilter',
    message:
      'spec/openapi/components/schemas/SubscriberFilter.yaml:3:1: /x-clauze: expected one of our annotations, found x-clauze; did you mean x-clause?',
  },
  {
    name: 'x-problem: an unknown code',
    file: content,
    from: 'x-problem: { minLength: ADR-0031 }',
    to: 'x-problem: { minLength: contenType-not-specified }',
    message:
      'spec/openapi/components/schemas/ChannelContent.yaml:14:29: /properties/contentType/x-problem/minLength: contenType-not-specified is not in spec/catalogue/problems.yaml; did you mean contentType-not-specified?',
  },
  {
    name: '$ref: a misspelt file',
    file: request,
    from: '$ref: SubscriberFilter.yaml',
    to: '$ref: SubscriberFliter.yaml',
    message:
      'spec/openapi/components/schemas/SchedulingRequest.yaml:26:11: /properties/subscriberFilter/$ref: expected a file, found no SubscriberFliter.yaml; did you mean SubscriberFilter.yaml?',
  },
  {
    name: '$ref: a misspelt folder',
    file: operation,
    from: '../components/schemas/SchedulingRequest.yaml',
    to: '../component/schemas/SchedulingRequest.yaml',
    message:
      'spec/openapi/paths/api_cascade_schedule.yaml:29:17: /post/requestBody/content/application~1json/schema/$ref: expected a file, found no folder ../component/schemas',
  },
  {
    name: '$ref: a part that is missing',
    file: 'asyncapi/examples/delivered.yaml',
    from: '#/value',
    to: '#/valeu',
    message:
      'spec/asyncapi/examples/delivered.yaml:4:9: /payload/$ref: in ../../openapi/components/examples/delivered.yaml expected valeu, found summary, x-assumed, value; did you mean value?',
  },
  {
    name: '$ref: an example instead of a schema',
    file: request,
    from: '$ref: SubscriberFilter.yaml',
    to: '$ref: ../examples/scheduled.yaml',
    message:
      'spec/openapi/components/schemas/SchedulingRequest.yaml:26:11: /properties/subscriberFilter/$ref: expected a file in a folder schemas, found examples/scheduled.yaml',
  },
  {
    name: 'a misspelt keyword',
    file: filter,
    from: 'maxLength: 1024',
    to: 'maxLenght: 1024',
    message:
      'spec/openapi/components/schemas/SubscriberFilter.yaml:15:5: /properties/address/maxLenght: Property `maxLenght` is not expected here; did you mean maxLength?',
  },
  {
    name: 'a misspelt keyword of an operation',
    file: operation,
    from: '  summary: Schedule',
    to: '  sumary: Schedule',
    message:
      'spec/openapi/paths/api_cascade_schedule.yaml:3:3: /post/sumary: Property `sumary` is not expected here; did you mean summary?',
  },
  {
    name: 'a keyword of the wrong type',
    file: filter,
    from: 'maxLength: 1024',
    to: "maxLength: '1024'",
    message:
      'spec/openapi/components/schemas/SubscriberFilter.yaml:15:16: /properties/address/maxLength: Expected type `integer` but got `string`',
  },
  {
    name: 'an unknown type',
    file: filter,
    from: '    type: string',
    to: '    type: strng',
    message:
      'spec/openapi/components/schemas/SubscriberFilter.yaml:9:11: /properties/address/type: `type` can be one of the following only: "object", "array", "string", "number", "integer", "boolean", "null", found "strng"; did you mean string?',
  },
  {
    name: 'an unknown format',
    file: request,
    from: 'format: uuid',
    to: 'format: uid',
    message:
      'spec/openapi/components/schemas/SchedulingRequest.yaml:15:13: /properties/requestId/format: expected one of the formats uuid, date-time, int32, int64, found uid; did you mean uuid?',
  },
  {
    name: 'an invalid pattern',
    file: 'openapi/additions/schemas/MessageSort.yaml',
    from: '^(ASC|DESC)$',
    to: '^(ASC|DESC$',
    message:
      'spec/openapi/additions/schemas/MessageSort.yaml:14:14: /properties/direction/pattern: expected a regular expression, found ^(ASC|DESC$: Invalid regular expression: /^(ASC|DESC$/u: Unterminated group',
  },
  {
    name: 'a closed list',
    file: filter,
    from: '    type: string\n',
    to: '    type: string\n    enum: [PHONE]\n',
    message:
      'spec/openapi/components/schemas/SubscriberFilter.yaml:10:5: /properties/address/enum: expected an open list, found a closed one: write x-extensible-enum, in a string',
  },
  {
    name: 'an example of the wrong type',
    file: 'openapi/components/examples/one-time-code.yaml',
    from: 'cascadeId: 2002',
    to: "cascadeId: '2002'",
    message:
      'spec/openapi/components/examples/one-time-code.yaml:5:14: /value/cascadeId: The example does not fit its schema: expected an integer, found "2002"',
  },
  {
    name: 'an example with a misspelt field',
    file: 'openapi/components/examples/one-time-code.yaml',
    from: 'cascadeId: 2002',
    to: 'cascadeID: 2002',
    message:
      'spec/openapi/components/examples/one-time-code.yaml:4:3: /value: The example does not fit its schema: expected a field cascadeId, found cascadeID',
  },
  {
    name: 'an example in a schema that does not fit',
    file: request,
    from: '      - 6a1f0c2b-4d5e-4691-8111-12222aaaa001',
    to: '      - 6a1f0c2b',
    message:
      'spec/openapi/components/schemas/SchedulingRequest.yaml:17:9: /properties/requestId/examples/0: The example does not fit its schema: expected a UUID, found "6a1f0c2b"',
  },
  {
    name: 'an example of an unknown case',
    file: 'openapi/components/responses/NotFound.yaml',
    from: '      not-found:',
    to: '      not-fond:',
    message:
      'spec/openapi/components/responses/NotFound.yaml:10:9: /content/application~1problem+json/examples/not-fond: not-fond is not a case of spec/catalogue/problems.yaml; did you mean not-found?',
  },
  {
    name: 'no example of a reason in AsyncAPI',
    file: 'asyncapi/messages/messageStatus.yaml',
    from: '  - $ref: ../examples/generated/undelivered-not-chattwo-user.yaml\n',
    to: '',
    message:
      'spec/asyncapi/asyncapi.yaml:1:1: The reason not-chattwo-user has no example undelivered-not-chattwo-user',
  },
  {
    name: 'an unused file',
    file: 'openapi/components/schemas/Unused.yaml',
    to: 'type: string\nx-assumed: ADR-0001\n',
    message:
      'spec/openapi/openapi.yaml:1:1: No $ref leads to components/schemas/Unused.yaml: refer to it, or remove it',
  },
  {
    name: 'the name of an operation',
    file: operation,
    from: 'operationId: scheduleMessage',
    to: 'operationId: messageSchedule',
    message:
      'spec/openapi/paths/api_cascade_schedule.yaml:2:3: /post/operationId: expected a verb (schedule, list, get, set, send, receive, withdraw, create, reset, remove) and a noun, as in scheduleMessage, found messageSchedule',
  },
  {
    name: 'the name of an example',
    file: operation,
    from: '          one-time-code:\n',
    to: '          oneTimeCode:\n',
    message:
      'spec/openapi/paths/api_cascade_schedule.yaml:32:13: /post/requestBody/content/application~1json/examples/oneTimeCode: expected the file name oneTimeCode, after its contents, found one-time-code',
  },
  {
    name: 'an invented limit',
    file: content,
    from: '    minLength: 1\n    examples:\n      - Your order',
    to: '    minLength: 1\n    maxLength: 1000\n    examples:\n      - Your order',
    message:
      'spec/openapi/components/schemas/ChannelContent.yaml:22:5: /properties/text/maxLength: maxLength invents an error: the provider accepts the value and reports too-long-message later (ADR-0022); remove it',
  },
  {
    name: 'an assumed node without a mark',
    file: 'openapi/components/schemas/SchedulingResult.yaml',
    from: 'x-assumed: ADR-0001\n',
    to: '',
    message:
      'spec/openapi/components/schemas/SchedulingResult.yaml:1:1: expected x-clause (the source says it) or x-assumed (a decision adds it), here or around, found neither',
  },
  {
    name: 'a decision that adds, on a documented node, as x-decision',
    file: 'openapi/components/schemas/Action.yaml',
    from: 'x-assumed: ADR-0031',
    to: 'x-decision: ADR-0031',
    message:
      'spec/openapi/components/schemas/Action.yaml:8:13: /x-decision: ADR-0031 adds to the source: a documented node names it in x-assumed',
  },
  {
    name: 'a constraint without a code',
    file: 'openapi/components/schemas/AddressType.yaml',
    from: '  maxLength: ADR-0049\n',
    to: '',
    message:
      'spec/openapi/components/schemas/AddressType.yaml:6:12: /maxLength: x-problem does not say which problem maxLength yields',
  },
  {
    name: 'a closed object',
    file: filter,
    from: 'type: object\n',
    to: 'type: object\nunevaluatedProperties: false\n',
    message:
      'spec/openapi/components/schemas/SubscriberFilter.yaml:2:24: /unevaluatedProperties: expected an object that may have further members, found a closed object',
  },
  {
    name: 'the order of keys',
    file: 'openapi/components/schemas/ButtonType.yaml',
    from: 'type: string\ndescription: The kind of a button. An open list.\n',
    to: 'description: The kind of a button. An open list.\ntype: string\n',
    message:
      'spec/openapi/components/schemas/ButtonType.yaml:2:1: /type: type must come before description; the order is in tools/contract/src/lint/rules/key-order.ts',
  },
  {
    name: 'a limit that the source does not name',
    file: 'openapi/components/schemas/ChannelContent.yaml',
    from: '    examples:\n      - 52.52\n    x-clause: [2.2/latitude, 2.2/latitude-missing]\n',
    to: '    minimum: -90\n    examples:\n      - 52.52\n    x-clause: [2.2/latitude, 2.2/latitude-missing]\n    x-problem: { minimum: matched-template-not-found }\n',
    message:
      'spec/openapi/components/schemas/ChannelContent.yaml:62:5: /properties/latitude/minimum: expected a limit that 2.2/latitude, 2.2/latitude-missing names, found minimum: -90: give it an entry with a clause in catalogue/limits.yaml, or say by x-problem: { minimum: ADR-… } that it is ours',
  },
  {
    name: 'a clause that its node cites and does not say',
    file: 'clauses.yaml',
    from: 'words: [semicolons]',
    to: 'words: [a dash]',
    message:
      'spec/clauses.yaml:177:84: /7.3~1separator/words: openapi.yaml#/components/schemas/ProblemDetail cites the clause, and does not say "a dash": write it there, or correct words',
  },
  {
    name: 'a clause in no node',
    file: operation,
    from: '     4.1/rule-5, 4.1/rule-6]',
    to: '     4.1/rule-5]',
    message: 'spec/openapi/openapi.yaml:1:1: No node has in its x-clause, of spec/clauses.yaml: 4.1/rule-6',
  },
  {
    name: 'catalogue: an unknown field',
    file: problems,
    from: '  advice: ',
    to: '  advise: ',
    message: 'spec/catalogue/problems.yaml:24:3: /0/advise: unexpected field; did you mean advice?',
  },
  {
    name: 'catalogue: a status that is none',
    file: problems,
    from: '  status: 400',
    to: '  status: 40',
    message: 'spec/catalogue/problems.yaml:16:3: /0/status: expected at least 400, found 40',
  },
  {
    name: 'catalogue: an unknown retry',
    file: problems,
    from: 'retry: used-before',
    to: 'retry: used-befor',
    message:
      'spec/catalogue/problems.yaml:23:3: /0/retry: expected one of after-fix, after-setup, later, used-before, found "used-befor"; did you mean used-before?',
  },
  {
    name: 'catalogue: a code twice',
    file: problems,
    from: '- code: content-not-specified',
    to: '- code: requestId-is-not-unique',
    message:
      'spec/catalogue/problems.yaml:43:3: /1/code: duplicate code requestId-is-not-unique (first at line 15)',
  },
  {
    name: 'catalogue: an unknown clause',
    file: problems,
    from: 'clause: 7.1/content-not-specified',
    to: 'clause: 7.1/content-not-specifed',
    message:
      'spec/catalogue/problems.yaml:46:3: /1/clause: 7.1/content-not-specifed is not in spec/clauses.yaml; did you mean 7.1/content-not-specified?',
  },
  {
    name: 'catalogue: a case that does not provoke its code',
    file: problems,
    from: 'text: 4821 }',
    to: "text: '4821' }",
    message:
      'spec/catalogue/problems.yaml:339:7: /12/cases/0/request: expected a request that yields matched-template-not-found, found a body that fits the schema',
  },
  {
    name: 'catalogue: a neighbour that still fails',
    file: problems,
    from: "value: '4821'",
    to: 'value: 4822',
    message:
      'spec/catalogue/problems.yaml:345:7: /12/cases/0/neighbour: expected an edit that ends matched-template-not-found, found it again',
  },
  {
    name: 'catalogue: a limit that the schema does not state',
    file: 'catalogue/limits.yaml',
    from: 'value: 4096',
    to: 'value: 4000',
    message:
      'spec/catalogue/limits.yaml:78:3: /9/value: expected 4096, as spec/openapi/components/schemas/SchedulingRequest.yaml#/properties/comment/maxLength states it, found 4000; change both',
  },
  {
    name: 'catalogue: a limit that is not that of the source',
    file: 'catalogue/limits.yaml',
    from: 'value: 70',
    to: 'value: 80',
    message:
      'spec/catalogue/limits.yaml:8:3: /0/value: The source says 70, §2.2 (attachmentName-length): «attachmentName has 70 characters at most.» Found 80 at catalogue/limits/attachmentName-length/value.',
  },
  {
    name: 'catalogue: a status that is not that of the source',
    file: problems,
    from: 'code: out-of-balance\n  status: 400',
    to: 'code: out-of-balance\n  status: 402',
    message:
      'spec/catalogue/problems.yaml:435:3: /15/status: The source says 400, §7.1 (out-of-balance): «400: the balance does not suffice.» Found 402 at catalogue/problems/out-of-balance/status.',
  },
  {
    name: 'clauses: a number that the source does not have',
    file: 'clauses.yaml',
    from: 'attachmentName has 70 characters',
    to: 'attachmentName has 60 characters',
    message:
      'spec/clauses.yaml:66:1: /2.2~1attachmentName-length: The source says 70, §2.2 (attachmentName-length); found «attachmentName has 60 characters at most.»',
  },
  {
    name: 'catalogue: a limit whose place is misspelt',
    file: 'catalogue/limits.yaml',
    from: 'ChannelContent.yaml#/properties/attachmentName/maxLength',
    to: 'ChannelContent.yaml#/properties/attachmentNam/maxLength',
    message:
      'spec/catalogue/limits.yaml:10:3: /0/at: expected the place in spec/openapi/components/schemas that states the limit, found nothing at ChannelContent.yaml#/properties/attachmentNam/maxLength; did you mean attachmentName?',
  },
  {
    name: 'catalogue: an unknown reason of a demo number',
    file: 'catalogue/demo-numbers.yaml',
    from: 'reason: not-chattwo-user',
    to: 'reason: not-chattwo-usr',
    message:
      'spec/catalogue/demo-numbers.yaml:14:3: /0: not-chattwo-usr is not in reasons.yaml; did you mean not-chattwo-user?',
  },
  {
    name: 'clauses: an id twice',
    file: 'clauses.yaml',
    from: '0/names:',
    to: '0/base-url:',
    message: 'spec/clauses.yaml:33:1: duplicate field 0/base-url (first at line 32)',
  },
  {
    name: 'clauses: a sentence without an id',
    file: 'clauses.yaml',
    from: '1/cascade: {',
    to: 'cascade: {',
    message:
      'spec/clauses.yaml:20:1: /cascade: unexpected field; expected text like ^[0-9](\\.[0-9])?/[A-Za-z0-9-]+$',
  },
  {
    name: 'decisions: another number than in the file name',
    file: 'decisions/0013-listing-cascades.md',
    from: 'number: 13',
    to: 'number: 31',
    message:
      'spec/decisions/0013-listing-cascades.md:2:1: /number: expected 13, the number in the file name, found 31',
  },
  {
    name: 'decisions: no number',
    file: 'decisions/0013-listing-cascades.md',
    from: 'number: 13\n',
    to: '',
    message: 'spec/decisions/0013-listing-cascades.md:2:1: expected a field number, found none',
  },
  {
    name: 'decisions: no front matter',
    file: 'decisions/0013-listing-cascades.md',
    from: '---\n',
    to: '',
    message: 'spec/decisions/0013-listing-cascades.md:1:1: expected front matter between two lines ---',
  },
  {
    name: 'scenario: an unknown key beside a known one',
    file: scenario,
    from: 'phase: vectors\n',
    to: 'phase: vectors\nphaze: vectors\n',
    message:
      'spec/scenarios/cascade-unknown.yaml:3:1: /phaze: unexpected field; did you mean phase? (first at line 2)',
  },
  {
    name: 'scenario: an unknown phase',
    file: scenario,
    from: 'phase: vectors',
    to: 'phase: vector',
    message:
      'spec/scenarios/cascade-unknown.yaml:2:1: /phase: expected one of vectors, boundaries, order, properties, state, text, callback, consumers, found "vector"; did you mean vectors?',
  },
  {
    name: 'scenario: an unknown step',
    file: scenario,
    from: '{ set: /cascadeId,',
    to: '{ put: /cascadeId,',
    message:
      'spec/scenarios/cascade-unknown.yaml:8:7: /when/edits/0: expected either remove or set and to, found neither',
  },
  {
    name: 'scenario: an unknown procedure',
    file: 'scenarios/balance-to-zero.yaml',
    from: 'procedure: balance to zero',
    to: 'procedure: balance to zeros',
    message:
      'spec/scenarios/balance-to-zero.yaml:6:3: /given/procedure: expected one of 55 values, found "balance to zeros"; did you mean balance to zero?',
  },
  {
    name: 'scenario: an unknown clause',
    file: scenario,
    from: '7.1/cascade-not-found',
    to: '7.1/cascade-not-fond',
    message:
      'spec/scenarios/cascade-unknown.yaml:3:49: /clauses/2: 7.1/cascade-not-fond is not in spec/clauses.yaml; did you mean 7.1/cascade-not-found?',
  },
  {
    name: 'scenario: an unknown code',
    file: scenario,
    from: 'codes: [cascade-not-found]',
    to: 'codes: [cascade-not-fond]',
    message:
      'spec/scenarios/cascade-unknown.yaml:10:11: /then/codes/0: cascade-not-fond is not in spec/catalogue/problems.yaml; did you mean cascade-not-found?',
  },
  {
    name: 'samples: an unknown field of an account',
    file: 'samples/provider.yaml',
    from: '    balance: 100000000',
    to: '    balanse: 100000000',
    message: 'spec/samples/provider.yaml:12:5: /accounts/0/balanse: unexpected field; did you mean balance?',
  },
  {
    name: 'samples: an unknown code',
    file: 'samples/requests.json',
    from: 'cascade-scheduling-request-not-valid',
    to: 'cascade-scheduling-request-not-vald',
    message:
      'spec/samples/requests.json:116:9: /cases/4/answer/title: cascade-scheduling-request-not-vald is not in spec/catalogue/problems.yaml; did you mean cascade-scheduling-request-not-valid?',
  },
  {
    name: 'samples: JSON',
    file: 'samples/callbacks.json',
    from: '"cases": [',
    to: '"cases": ',
    message: 'spec/samples/callbacks.json:48:3: invalid JSON: Flow map must end with a }',
  },
  {
    name: 'schemas: a misspelt keyword',
    file: 'schemas/problems.schema.yaml',
    from: 'minimum: 400',
    to: 'minimun: 400',
    message: 'spec/schemas/problems.schema.yaml:13: unknown keyword minimun; did you mean minimum?',
  },
  {
    name: 'schemas: a broken $ref',
    file: 'schemas/problems.schema.yaml',
    from: "'#/$defs/sentence'",
    to: "'#/$defs/sentense'",
    message: 'spec/schemas/problems.schema.yaml:10: $ref: found no #/$defs/sentense; did you mean sentence?',
  },
  {
    name: 'workflows: an unknown key',
    file: 'workflows/cascade.arazzo.yaml',
    from: '    summary: Set the address',
    to: '    sumary: Set the address',
    message:
      'spec/workflows/cascade.arazzo.yaml:19:5: /workflows/0/sumary: Property `sumary` is not expected here; did you mean summary?',
  },
];
