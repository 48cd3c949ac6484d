/** Says what to run where nothing is installed. Any version of Node can read it. */
const { existsSync } = require('node:fs');
const { join } = require('node:path');

if (!existsSync(join(__dirname, 'node_modules'))) {
  process.stderr.write(
    'Nothing is installed here. Run `npx -y pnpm@12.21.0 install --frozen-lockfile`, then this again.\n',
  );
  process.exitCode = 1;
}
