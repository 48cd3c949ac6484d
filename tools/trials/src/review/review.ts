import { writeFileSync } from 'node:fs';
import { commandLine, runCommand } from '@cascade/contract/command-line';

const command = commandLine(
  'npm run review --',
  `Shows what a change does to the contract: one HTML file that needs no other, and Markdown for a pull request.

For each change: its clauses, decisions and codes, both states, and what breaks. Then the vectors and scenarios that
expect something else, and the programs that stop compiling: in TypeScript, and with the clients of each generator that
npm run trials -- interop has installed. These take up to ten minutes once; what is already known is kept.`,
  `Examples:
  npm run review -- main..HEAD                  writes review.html, and prints the Markdown
  npm run review -- main                        compares the working tree with main
  npm run review -- main --no-clients           leaves the generated clients out
  npm run review -- v1..v2 --html /tmp/a.html   writes the page there

Exit codes: 0 written, 1 a revision cannot be read, 2 wrong usage.`,
)
  .argument('<range>', 'two revisions of git, or one to compare the working tree with')
  .option('--html <file>', 'the page', 'review.html')
  .option('--no-clients', 'generates and compiles no clients');

process.exitCode = await runCommand(command, async ({ html, clients: tries }, [range]) => {
  try {
    // These read the contract when they are loaded: its faults are messages, and not in the way of the help.
    const { review, reviewInMarkdown } = await import('@cascade/evolution');
    const { tryClients } = await import('../interop/broken-clients.ts');
    const { clientsInMarkdown, reviewPage, reviewStyles } = await import('@cascade/docs/review-page');
    const one = await review(range);
    const before = one.released.openapi;
    const now = one.present.openapi;
    const isSame = JSON.stringify(before) === JSON.stringify(now);
    const tell = (line: string) => process.stderr.write(`${line}\n`);
    const clients = tries && !isSame ? await tryClients({ before, now, tell }) : [];
    writeFileSync(html, reviewPage(one, await reviewStyles(), clients));
    process.stdout.write(`${reviewInMarkdown(one)}${clientsInMarkdown(clients)}`);
    process.stderr.write(`${html} written: open it in a browser.\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
});
