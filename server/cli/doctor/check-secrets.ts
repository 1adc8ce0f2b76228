import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Config } from '#server/core/config.ts';
import { SECRET_KEYS } from '#server/services/secret-keys/index.ts';
import type { DB } from '#server/db/types.ts';
import { errorCode, errorText } from '#server/lib/files.ts';
import { findForeignDataDir } from '#server/startup/data-dir.ts';
import { findKeyProblem } from '#server/startup/secret-key.ts';
import { adviseFileFailure, type Finding, ok, problem, warning } from './finding.ts';

const OTHERS = 0o077;

async function listSecrets({ dataDir, mail }: Config, environmentFile: string): Promise<string[]> {
  const folder = join(dataDir, 'secrets');
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  return [
    environmentFile,
    ...(mail.dkim ? [mail.dkim.privateKeyFile] : []),
    ...(names.length > 0 ? [folder] : []),
    ...names.map((name) => join(folder, name)),
  ];
}

export async function checkSecrets(config: Config, environmentFile: string): Promise<Finding[]> {
  if (process.platform === 'win32') return [];
  const findings: Finding[] = [];
  try {
    const files = await listSecrets(config, environmentFile);
    const modes = await Promise.all(files.map((file) => stat(file).catch(() => null)));
    const found = modes.filter((stats) => stats !== null).length;
    const open = files.filter((_, index) => ((modes[index]?.mode ?? 0) & OTHERS) !== 0);
    const text = `Others on this machine may read ${open.join(', ')}.`;
    findings.push(
      open.length === 0
        ? ok('Secrets', `${found} files and folders, readable by their owner alone.`)
        : problem('Secrets', text, `chmod go= ${open.join(' ')}`),
    );
  } catch (error) {
    const text = errorText(error);
    const advice = await adviseFileFailure(text, config.dataDir);
    findings.push(problem('Secrets', text, advice ?? 'Run this as the user of the application.'));
  }
  const owner = await stat(config.dataDir).catch(() => null);
  if (owner !== null && owner.uid !== process.getuid?.()) {
    findings.push(
      warning(
        'Secrets',
        `DATA_DIR belongs to another user (${owner.uid}) than this check runs as.`,
        'Run it as that user (sudo -u): what root may do says nothing about the application.',
      ),
    );
  }
  return findings;
}

export async function checkBelonging(config: Config, db: Kysely<DB>): Promise<Finding[]> {
  const problems = await Promise.all([
    findForeignDataDir(db, config.dataDir),
    ...SECRET_KEYS.map((name) => findKeyProblem(db, config, name).catch(errorText)),
  ]);
  const findings = problems.flatMap((found) => {
    if (found === null) return [];
    const [, text = found, advice = ''] = /^(.+?\.) (.+)$/s.exec(found) ?? [];
    return [problem('Secrets', text, advice)];
  });
  return findings.length > 0 ? findings : [ok('Secrets', 'Data folder and keys fit the database.')];
}
