import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { RUNTIME } from '#tests/support/site-process.ts';

type Outcome = { code: number; stdout: string; stderr: string };

export function examine(environment: Record<string, string>, uid?: number): Promise<Outcome> {
  const program = join(import.meta.dirname, '../../server/cli/doctor.ts');
  const env = { ...RUNTIME, PATH: process.env['PATH'] ?? '', ...environment };
  const options = { env, cwd: '/', ...(uid === undefined ? {} : { uid, gid: uid }) };
  return new Promise((resolve) => {
    execFile(process.execPath, [program], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}
