import { build } from 'esbuild';
import { banner, type GeneratedFile } from '../bundle/index.ts';
import { readText, repositoryRoot } from '../index.ts';

const folder = 'packages/mock/browser';

/** The inspector of the mock in one file: its page, with its style and its script (ADR-0062). */
export async function inspector(): Promise<GeneratedFile[]> {
  const page = readText(repositoryRoot, `${folder}/inspector.html`);
  const style = readText(repositoryRoot, `${folder}/inspector.css`);
  const script = await bundledScript();
  const text = page
    .replace('></style>', () => `>\n${style}</style>`)
    .replace('></script>', () => `>\n${script}</script>`);
  return [{ path: 'packages/mock/src/generated/inspector.html', text: banner.markdown + text }];
}

/** Not minified, so that a change of it can be read. Of the generated files it needs only types. */
async function bundledScript(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: repositoryRoot,
    entryPoints: [`${folder}/main.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
  });
  return outputFiles.map(({ text }) => text).join('');
}
