import { parseArgs } from 'node:util';
import { endCommand, UsageError } from './command.ts';
import { examine } from './doctor/examine.ts';
import { describeFindings } from './doctor/finding.ts';

const USAGE = `Usage: npm run doctor

Looks at everything the site stands on (configuration, database, clock, files, disk, mail, jobs, proxy, certificate, secrets) and says what to do.
It runs as the user of the application, with the same environment, beside the running application. It changes nothing but a small file that it
stores and removes, and asks PUBLIC_URL for two addresses.

Exit codes: 0 no problem (there may be warnings), 1 problems, 2 wrong usage.
`;

async function run(argv: string[]): Promise<string> {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return USAGE.trimEnd();
  if (positionals.length > 0) throw new UsageError('doctor takes no argument.');
  const findings = await examine(process.env);
  const report = describeFindings(findings);
  if (findings.every(({ level }) => level !== 'problem')) return report;
  process.stdout.write(`${report}\n`);
  throw new Error('Something has to be done first.');
}

await endCommand(run, USAGE);
