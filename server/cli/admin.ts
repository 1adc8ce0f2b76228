import { reportFailure } from './command.ts';
import { ADMIN_USAGE, runAdmin } from './run-admin.ts';

try {
  process.stdout.write(`${await runAdmin(process.argv.slice(2), process.env)}\n`);
  process.exitCode = 0;
} catch (error) {
  reportFailure(error, ADMIN_USAGE);
}
