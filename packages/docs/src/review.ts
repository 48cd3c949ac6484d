import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { review, reviewInMarkdown } from '@cascade/evolution';
import { bundleStyles } from './bundle.ts';
import { reviewPage } from './history/review-page.ts';

const help = `Shows what a change does to the contract: one HTML file that needs no other, and Markdown for a pull request.

  npm run review -- main..HEAD                  writes review.html, and prints the Markdown
  npm run review -- main                        compares the working tree with main
  npm run review -- v1..v2 --html /tmp/a.html   writes the page there

For each change: its clauses, decisions and codes, both states, and what breaks. Then the vectors and scenarios that
expect something else, and the TypeScript programs that stop compiling.

Exit codes: 0 written, 1 a revision cannot be read, 2 wrong usage.
`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (options === undefined || typeof options === 'string') {
    process.stderr.write(options === undefined ? help : `${options}\n\n${help}`);
    return 2;
  }
  if (options.help) {
    process.stdout.write(help);
    return 0;
  }
  try {
    const one = await review(options.range);
    const styles = await bundleStyles(['styles/base.css', 'styles/content.css', 'history/changes.css']);
    writeFileSync(options.html, reviewPage(one, styles));
    process.stdout.write(reviewInMarkdown(one));
    process.stderr.write(`${options.html} written: open it in a browser.\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

function readOptions(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        html: { type: 'string', default: 'review.html' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const [range = '', ...others] = positionals;
    if (others.length > 0) return `expected one range, found ${positionals.join(' ')}`;
    return values.help || range !== '' ? { ...values, range } : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
