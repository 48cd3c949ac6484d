import { writeFileSync } from 'node:fs';
import { commandLine, runCommand } from '@cascade/contract/command-line';
import { review, reviewInMarkdown } from '@cascade/evolution';
import { bundleStyles } from './bundle.ts';
import { reviewPage } from './history/review-page.ts';

const command = commandLine(
  'npm run review --',
  `Shows what a change does to the contract: one HTML file that needs no other, and Markdown for a pull request.

For each change: its clauses, decisions and codes, both states, and what breaks. Then the vectors and scenarios that
expect something else, and the TypeScript programs that stop compiling.`,
  `Examples:
  npm run review -- main..HEAD                  writes review.html, and prints the Markdown
  npm run review -- main                        compares the working tree with main
  npm run review -- v1..v2 --html /tmp/a.html   writes the page there

Exit codes: 0 written, 1 a revision cannot be read, 2 wrong usage.`,
)
  .argument('<range>', 'two revisions of git, or one to compare the working tree with')
  .option('--html <file>', 'the page', 'review.html');

process.exitCode = await runCommand(command, async ({ html }, [range]) => {
  try {
    const one = await review(range);
    const styles = await bundleStyles(['styles/base.css', 'styles/content.css', 'history/changes.css']);
    writeFileSync(html, reviewPage(one, styles));
    process.stdout.write(reviewInMarkdown(one));
    process.stderr.write(`${html} written: open it in a browser.\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
});
