import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Certificate } from './proxy.ts';

/** The program, where it is installed. */
export const OPENSSL = ['/usr/bin/openssl', '/usr/local/bin/openssl'].find((path) =>
  existsSync(path),
);

/** A self-signed certificate for `localhost`. */
export function makeCertificate(folder: string, days: number): Certificate {
  const made = { file: join(folder, `${days}.pem`), key: join(folder, `${days}.key`) };
  execFileSync(
    OPENSSL ?? '',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost -days ${days}`
      .split(' ')
      .concat('-out', made.file, '-keyout', made.key),
    { stdio: 'ignore' },
  );
  return made;
}
