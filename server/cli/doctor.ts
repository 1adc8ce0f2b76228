import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findMisspelt, readConfig } from '#server/core/config.ts';
import { exists } from '#server/lib/files.ts';
import { checkSettings } from '#server/startup/start-checks.ts';
import { endCommand, UsageError } from './command.ts';
import { adviseFileFailure } from '#server/cli/doctor/finding.ts';
import { checkConfiguration } from './doctor/check-configuration.ts';
import { checkInstallation } from './doctor/check-installation.ts';
import { checkReach, checkRunning } from './doctor/check-reach.ts';
import { checkSecrets } from './doctor/check-secrets.ts';
import { describeFindings, type Finding, problem, warning } from './doctor/finding.ts';

const USAGE = `Usage: npm run doctor

Looks at everything the site stands on (configuration, database, clock, files, disk, mail, jobs, proxy, certificate, secrets) and says what to do.
It runs as the user of the application, with the same environment, beside the running application. It changes nothing but a small file that it
stores and removes, and asks PUBLIC_URL for two addresses.

Exit codes: 0 no problem (there may be warnings), 1 problems, 2 wrong usage.
`;

const AREAS_OF_SETTINGS: readonly [RegExp, Finding['area']][] = [
  [/^DATABASE_URL/, 'Database'],
  [/^DATA_DIR/, 'Disk'],
  [/^S3_/, 'Files'],
  [/^DKIM_/, 'Mail'],
];

function areaOf(text: string): Finding['area'] {
  return AREAS_OF_SETTINGS.find(([setting]) => setting.test(text))?.[1] ?? 'Configuration';
}

async function examine(): Promise<Finding[]> {
  const misspelt = findMisspelt(process.env).map(([name, meant]) =>
    warning('Configuration', `${name} is no setting and has no effect.`, `Did you mean ${meant}?`),
  );
  const configured = readConfig();
  if ('problems' in configured) {
    const advice = 'Change it in .env or the environment; .env.example explains.';
    const problems = configured.problems.map((text) => problem('Configuration', text, advice));
    return [...problems, ...misspelt];
  }
  const { config } = configured;
  const findings = [...misspelt, ...checkConfiguration(config)];
  if (!(await exists(config.dataDir))) {
    const text = `There is no folder ${config.dataDir}.`;
    return [...findings, problem('Disk', text, 'npm start makes it; otherwise check DATA_DIR.')];
  }
  const { problems, warnings } = await checkSettings(config);
  const settings = [
    ...(await Promise.all(
      problems.map(async (text) => {
        const advice = await adviseFileFailure(text, config.dataDir);
        return problem(areaOf(text), text, advice ?? 'The application does not start so.');
      }),
    )),
    ...warnings.map((text) =>
      warning(areaOf(text), text, 'chmod go= it, or give it a folder of its own.'),
    ),
  ];
  const [isRunning, running] = await checkRunning(config);
  const rest =
    problems.length > 0
      ? []
      : await checkInstallation(config, isRunning, (db) =>
          isRunning ? checkReach(config, db) : Promise.resolve([]),
        );
  return [
    ...findings,
    ...settings,
    running,
    ...rest,
    ...(await checkSecrets(config, resolve('.env'))),
  ];
}

async function run(argv: string[]): Promise<string> {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return USAGE.trimEnd();
  if (positionals.length > 0) throw new UsageError('doctor takes no argument.');
  const findings = await examine();
  const report = describeFindings(findings);
  if (findings.every(({ level }) => level !== 'problem')) return report;
  process.stdout.write(`${report}\n`);
  throw new Error('Something has to be done first.');
}

await endCommand(run, USAGE);
