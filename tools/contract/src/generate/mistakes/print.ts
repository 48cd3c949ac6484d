import { mistakes } from './table.ts';
import { copyInputs, firstMessage } from './try-mistakes.ts';

/** Prints the table of mistakes as Markdown: what is said first about each, and after how many seconds. */
using copy = copyInputs();
process.stdout.write('| mistake | first message | seconds |\n|---|---|--:|\n');
for (const mistake of mistakes) {
  const { message, seconds } = await firstMessage(copy, mistake);
  process.stdout.write(
    `| ${mistake.name} | \`${message.replaceAll('|', '\\|')}\` | ${seconds.toFixed(2)} |\n`,
  );
}
