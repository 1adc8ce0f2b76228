import { resolve } from 'node:path';
import { findMisspelt, readConfig } from '#server/core/config.ts';
import { exists } from '#server/lib/files.ts';
import { checkSettings } from '#server/startup/start-checks.ts';
import { checkConfiguration } from './check-configuration.ts';
import { checkInstallation } from './check-installation.ts';
import { checkReach, checkRunning } from './check-reach.ts';
import { checkSecrets } from './check-secrets.ts';
import { adviseFileFailure, type Finding, problem, warning } from './finding.ts';

const AREAS_OF_SETTINGS: readonly [RegExp, Finding['area']][] = [
  [/^DATABASE_URL/, 'Database'],
  [/^DATA_DIR/, 'Disk'],
  [/^S3_/, 'Files'],
  [/^DKIM_/, 'Mail'],
];

function areaOf(text: string): Finding['area'] {
  return AREAS_OF_SETTINGS.find(([setting]) => setting.test(text))?.[1] ?? 'Configuration';
}

export async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const misspelt = findMisspelt(environment).map(([name, meant]) =>
    warning('Configuration', `${name} is no setting and has no effect.`, `Did you mean ${meant}?`),
  );
  const configured = readConfig(environment);
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
