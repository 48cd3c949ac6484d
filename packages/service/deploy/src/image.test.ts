import { expect, test } from 'vitest';
import { docker, whyNoContainers } from './docker.ts';
import { readText } from './read-file.ts';
import { buildImage, images, tryImage } from './try-image.ts';

const tag = 'cascade-service-test';
const whyNot = await whyNoContainers([images.node, images.postgres]);

/** A build downloads the dependencies: minutes. */
const patience = 1_200_000;

test.skipIf(whyNot !== undefined)(
  `the image runs hardened and stops cleanly${whyNot === undefined ? '' : ` (skipped: ${whyNot})`}`,
  async () => {
    try {
      await buildImage(tag);
      expect(await tryImage(tag)).toMatchObject({ status: 200, user: '1000', canWrite: false, exitCode: 0 });
    } finally {
      await docker(['rmi', tag]).catch(() => '');
    }
  },
  patience,
);

test('the stand-ins have the names and versions of the public images', () => {
  const script = readText('stand-ins/make.sh');
  for (const image of Object.values(images)) expect(script).toContain(`build ${image} `);
  const version = /:([\d.]+)/.exec(images.node)?.[1];
  expect(script).toContain(` node@${version} `);
  expect(readText('stand-ins/Dockerfile')).toContain(`@${/:([\d.]+)/.exec(images.postgres)?.[1]}.`);
});
