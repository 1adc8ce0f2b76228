import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readIfPresent } from '#server/lib/files.ts';

export type ServerUser = { uid: number; gid: number } | undefined;

export type AccessCheck = { test: '-x' | '-r'; path: string };

const USER_NAME = 'vitrin-postgres';
const NO_HOME = '/nonexistent';
const NO_SHELL = '/usr/sbin/nologin';

const run = promisify(execFile);

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

export async function ensureServerUser(): Promise<ServerUser> {
  const existing = await findUser();
  if (existing) return existing;
  const attempts = [
    `useradd --system --user-group --no-create-home -d ${NO_HOME} -s ${NO_SHELL} ${USER_NAME}`,
    `adduser --system --group --no-create-home --home ${NO_HOME} --shell ${NO_SHELL} ${USER_NAME}`,
    `adduser -S -D -H -h ${NO_HOME} -s /sbin/nologin ${USER_NAME}`,
  ];
  for (const attempt of attempts) {
    const [command = '', ...args] = attempt.split(' ');
    // Another process may have created the user.
    await run(command, args).catch(() => undefined);
    const created = await findUser();
    if (created) return created;
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and the system user ${USER_NAME} could not be created. ` +
      'Create it, start as an ordinary user, or set DATABASE_URL.',
  );
}

async function findUser(): Promise<ServerUser> {
  const accounts = (await readIfPresent('/etc/passwd')) ?? '';
  const line = accounts.split('\n').find((account) => account.startsWith(`${USER_NAME}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid || Number(uid) === 0) return undefined;
  return { uid: Number(uid), gid: Number(gid) };
}

/** Only the kernel knows every access rule, so each path is tried as that user. */
export async function checkAccess(user: ServerUser, checks: AccessCheck[]): Promise<boolean[]> {
  const script =
    'while [ $# -gt 0 ]; do if [ "$1" "$2" ]; then printf 1; else printf 0; fi; shift 2; done';
  const args = checks.flatMap((check) => [check.test, check.path]);
  const { stdout } = await run('/bin/sh', ['-c', script, 'sh', ...args], { ...user, cwd: '/' });
  return checks.map((_, index) => stdout[index] === '1');
}
