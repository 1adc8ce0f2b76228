import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { RUNTIME } from '#tests/support/site-process.ts';

type Outcome = { code: number; stdout: string };

/** Asks the doctor about the installation of an environment. */
export function examine(environment: Record<string, string>): Promise<Outcome> {
  const program = join(import.meta.dirname, '../../server/cli/doctor.ts');
  const env = { ...RUNTIME, PATH: process.env['PATH'] ?? '', ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { env }, (error, stdout) =>
      resolve({ code: error ? Number(error.code) : 0, stdout }),
    );
  });
}
