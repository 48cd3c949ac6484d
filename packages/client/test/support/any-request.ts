import fc from 'fast-check';

/** Text whose length is near a limit of §8, in characters of one or two UTF-16 units. */
const textAround = (limit: number) =>
  fc
    .tuple(fc.integer({ min: limit - 1, max: limit + 1 }), fc.constantFrom('x', '😀', ' '))
    .map(([length, character]) => character.repeat(length));

const oddities = fc.constantFrom<unknown>(null, '', 0, -1, 1.5, true, [], {}, 'x', '😀', ['x'], [{}]);
const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('Code 4821', ' ', 'x') },
  { weight: 1, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: oddities },
);
const sometimes = <Value>(arbitrary: fc.Arbitrary<Value>, weight = 8): fc.Arbitrary<unknown> =>
  fc.oneof({ weight, arbitrary }, { weight: 1, arbitrary: oddities });

const button = fc.record(
  {
    type: sometimes(fc.constantFrom('URL', 'PHONE', 'QUICK_REPLY', 'OTHER'), 20),
    text,
    payload: sometimes(fc.oneof(fc.constant('yes'), textAround(128)), 20),
    action: sometimes(fc.constantFrom<unknown>('https://shop.example/', { go: 1 }), 20),
  },
  { requiredKeys: ['action'] },
);

const item = fc.record(
  { title: sometimes(textAround(24)), subtitle: sometimes(textAround(24)) },
  { requiredKeys: [] },
);
const listPicker = fc.record({
  sections: sometimes(
    fc.array(fc.record({ items: sometimes(fc.array(item, { maxLength: 2 })) }), { maxLength: 2 }),
  ),
});

const contentObject = fc.record(
  {
    contentType: sometimes(
      fc.constantFrom('TEXT', 'TEXT', 'IMAGE', 'DOCUMENT', 'LOCATION', 'LIST_PICKER', 'NEW'),
      30,
    ),
    text,
    caption: text,
    action: sometimes(fc.constantFrom<unknown>('https://shop.example/', { go: 1 })),
    attachmentName: sometimes(textAround(70)),
    attachmentUrl: sometimes(fc.constant('https://files.example.test/a.pdf')),
    latitude: sometimes(fc.double({ noNaN: true, noDefaultInfinity: true })),
    longitude: sometimes(fc.double({ noNaN: true, noDefaultInfinity: true })),
    listPicker: sometimes(listPicker),
    buttons: sometimes(fc.array(button, { maxLength: 12 })),
    useMarketingMessagesApi: sometimes(fc.boolean()),
    messageActivitySharing: sometimes(fc.boolean()),
    surplus: fc.jsonValue({ maxDepth: 3 }),
  },
  { requiredKeys: [] },
);
/** Most contents need to be nearly right, or rules past the first are never reached. */
const plain = fc.constant({ contentType: 'TEXT', text: 'Code 4821' });
const channelContent = fc.oneof(
  { weight: 16, arbitrary: plain },
  { weight: 8, arbitrary: fc.tuple(plain, contentObject).map(([base, more]) => ({ ...base, ...more })) },
  { weight: 4, arbitrary: contentObject },
  { weight: 1, arbitrary: oddities },
);

const stagesOf = new Map([
  [2002, ['smsContent']],
  [4010, ['chattwoContent']],
  [31634, ['chatoneContent', 'chattwoContent']],
  [1000000, ['chattwoContent', 'chatoneContent', 'smsContent']],
  [50505, ['smsContent', 'chatoneContent']],
]);

/** Content that fits the cascade, mostly. */
const contentFor = (cascadeId: unknown) => {
  const stages = stagesOf.get(Number(cascadeId)) ?? ['smsContent'];
  const fitting = fc.record(Object.fromEntries(stages.map((member) => [member, channelContent])));
  const any = fc.record(
    { smsContent: channelContent, chatoneContent: channelContent, chattwoContent: channelContent },
    { requiredKeys: [] },
  );
  return fc.oneof(
    { weight: 20, arbitrary: fitting },
    { weight: 3, arbitrary: any },
    { weight: 1, arbitrary: oddities },
  );
};

const cascadeIds = sometimes(fc.constantFrom(...stagesOf.keys(), 404404), 60);

const head = fc.record({
  requestId: fc.oneof(
    { weight: 60, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.uuid().map((id) => id.toUpperCase()) },
    { weight: 1, arbitrary: oddities },
  ),
  subscriberFilter: sometimes(
    fc
      .record(
        { address: sometimes(fc.constant('+12025550100'), 60), type: sometimes(fc.constant('PHONE'), 60) },
        { requiredKeys: [] },
      )
      .map((filter) => ({ address: '+12025550100', type: 'PHONE', ...filter })),
    20,
  ),
});

const scheduling = cascadeIds.chain((cascadeId) =>
  fc.tuple(head, contentFor(cascadeId)).map(([rest, content]) => ({ ...rest, cascadeId, content })),
);

const optional = fc.record(
  {
    comment: sometimes(fc.string(), 4),
    startTime: sometimes(
      fc.constantFrom('2020-02-01T09:00:00Z', '2020-02-01T09:00:00Z', 'tomorrow', '2020-02-30T09:00+01:00'),
      20,
    ),
    surplus: fc.jsonValue({ maxDepth: 3 }),
  },
  { requiredKeys: [] },
);

const members = ['requestId', 'cascadeId', 'subscriberFilter', 'content'] as const;

/** Requests around the limits and rules of the contract, right and wrong, down to any JSON. */
export const anyRequest: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.tuple(scheduling, optional).map(([request, more]) => ({ ...more, ...request })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(scheduling, fc.constantFrom(...members))
      .map(([request, left]) =>
        Object.fromEntries(Object.entries(request).filter(([name]) => name !== left)),
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(scheduling, fc.constantFrom(...members), fc.jsonValue({ maxDepth: 4 }))
      .map(([request, member, value]) => ({ ...request, [member]: value })),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
);
