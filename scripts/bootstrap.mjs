// Runs on whatever Node the machine has (20 or newer): installs what is missing, builds what has changed, then hands over to the pinned Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { keepFormerAssets } from './former-assets.mjs';
import { isDeadWeight } from './installed.mjs';
import { NODE_FLAGS, runtimeEnvironment } from './runtime.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isWindows = process.platform === 'win32';
const binaries = join(root, 'node_modules', '.bin');

const commands = {
  start: { script: 'server/main.ts', needsBuild: true, isRuntime: true },
  dev: { script: 'server/main.ts', args: ['--dev'] },
  build: { needsBuild: true, isRuntime: true },
  test: { script: 'scripts/test.ts', needsBuild: true },
  'test:full': { script: 'scripts/test.ts', args: ['--full'], needsBuild: true },
  check: { script: 'scripts/check.ts' },
  admin: { script: 'server/cli/admin.ts', isRuntime: true },
  backup: { script: 'server/cli/backup.ts', isRuntime: true },
  restore: { script: 'server/cli/restore.ts', isRuntime: true },
  doctor: { script: 'server/cli/doctor.ts', isRuntime: true },
  release: { script: 'scripts/release.ts', needsBuild: true },
  faults: { script: 'scripts/faults.ts', needsBuild: true },
  size: { script: 'scripts/size.ts', needsBuild: true },
  bench: { script: 'bench/run.ts', needsBuild: true, needsBench: true },
  fonts: { script: 'scripts/fonts.ts' },
  'database-types': { script: 'scripts/database-types.ts' },
};

function fail(message) {
  console.error(message);
  process.exit(1);
}

function hashOf(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true }).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const child = join(path, entry.name);
      if (entry.isDirectory()) visit(child);
      // By its path in here, so that a release fits wherever it is unpacked.
      else if (entry.isFile())
        hash
          .update(`${relative(root, child)}\0`)
          .update(readFileSync(child))
          .update('\0');
    }
  };
  for (const path of paths) {
    const absolute = join(root, path);
    if (!existsSync(absolute)) continue;
    if (path.includes('.')) hash.update(`${path}\0`).update(readFileSync(absolute)).update('\0');
    else visit(absolute);
  }
  return hash.digest('hex');
}

function isCurrent(stampFile, stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
}

function writeStamp(stampFile, stamp) {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

// What is built already needs only the packages that it runs with.
function install(isRuntime) {
  const stampFile = join(root, 'node_modules', '.vitrin-install');
  const readStamp = () =>
    `${hashOf(['package.json', 'package-lock.json'])} ${process.platform} ${process.arch}`;
  const stamp = readStamp();
  if (isCurrent(stampFile, stamp)) return;
  const isLean = isRuntime && isCurrent(buildStampFile, buildStamp());
  if (isLean && isCurrent(stampFile, `${stamp} ${LEAN}`)) return;
  // Without saving, the lock file stays what was built with.
  runInstall(root, isLean ? ['--omit=dev', '--no-save'] : ['--include=dev']);
  if (isLean) removeDeadWeight(join(root, 'node_modules'));
  writeStamp(stampFile, isLean ? `${readStamp()} ${LEAN}` : readStamp());
}

// The measurements have a lock file of their own.
function installBench() {
  const stampFile = join(root, 'bench', 'node_modules', '.vitrin-install');
  const stamp = hashOf(['bench/package.json', 'bench/package-lock.json']);
  if (isCurrent(stampFile, stamp)) return;
  runInstall(join(root, 'bench'), ['--no-save']);
  writeStamp(stampFile, stamp);
}

function runInstall(cwd, choices) {
  console.error('Installing packages (about a minute, only when they have changed) …');
  rmSync(join(cwd, 'node_modules', '.vitrin-install'), { force: true });
  // Not `npm ci`, which removes what a running site reads.
  const options = ['install', ...choices];
  // The age limit of .npmrc is for choosing versions. With it npm 11 would also reject locked versions.
  options.push('--min-release-age=0', '--no-audit', '--no-fund', '--loglevel=error');
  // A shell is needed for npm.cmd on Windows; npm_execpath is npm's own script when npm started us.
  const npmScript = process.env.npm_execpath;
  const result = npmScript?.endsWith('.js')
    ? spawnSync(process.execPath, [npmScript, ...options], { cwd, stdio: 'inherit' })
    : spawnSync('npm', options, { cwd, stdio: 'inherit', shell: isWindows });
  if (result.status !== 0)
    fail(
      'Installing the packages failed; see the lines above. npm 10 or newer is needed (npm install --global npm@11).',
    );
}

const LEAN = 'lean';

function removeDeadWeight(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (isDeadWeight(path)) rmSync(path, { recursive: true, force: true });
    else if (entry.isDirectory()) removeDeadWeight(path);
  }
}

const buildStampFile = join(root, 'build', '.stamp');

function buildStamp() {
  const sources = 'app content server shared public scripts/render-built-in.ts package-lock.json';
  const settings = 'react-router.config.ts tsconfig.json vite.config.ts';
  return hashOf(`${sources} ${settings}`.split(' '));
}

function build(environment) {
  const stamp = buildStamp();
  if (isCurrent(buildStampFile, stamp)) return;
  console.error('Building …');
  rmSync(buildStampFile, { force: true });
  keepFormerAssets(root);
  for (const script of ['node_modules/@react-router/dev/bin.cjs', 'scripts/render-built-in.ts']) {
    const result = spawnSync(
      join(binaries, isWindows ? 'node.cmd' : 'node'),
      [join(root, script), 'build'],
      {
        cwd: root,
        env: { ...environment, NODE_ENV: 'production' },
        encoding: 'utf8',
        shell: isWindows,
      },
    );
    if (result.status !== 0) fail(`${result.stdout}${result.stderr}\nThe build failed.`);
  }
  precompress(join(root, 'build', 'client'));
  writeStamp(buildStampFile, stamp);
}

// Compressed once here, so that no request pays for it.
function precompress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) precompress(path);
    else if (/\.(?:js|css|svg|json|txt)$/.test(entry.name)) {
      const bytes = readFileSync(path);
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      writeFileSync(`${path}.br`, brotliCompressSync(bytes));
    }
  }
}

function run(script, args, environment) {
  // The socket of a socket unit, where the channel between the two processes would be otherwise (sd_listen_fds(3)).
  const passedSocket = process.env.LISTEN_PID === String(process.pid) ? [3] : [];
  const child = spawn(
    join(binaries, isWindows ? 'node.cmd' : 'node'),
    [
      ...NODE_FLAGS,
      ...(existsSync(join(root, '.env')) ? ['--env-file=.env'] : []),
      join(root, script),
      ...args,
    ],
    {
      cwd: root,
      env: { ...runtimeEnvironment(root), ...environment },
      stdio: ['inherit', 'inherit', 'inherit', ...passedSocket, 'ipc'],
      shell: isWindows,
    },
  );
  // Ctrl+C reaches the child automatically; a signal sent only to this process is passed on.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`Could not start ${script}: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)));
}

const [major] = process.versions.node.split('.').map(Number);
if (major < 20) fail(`Node 20 or newer is needed; this is ${process.version}.`);

const [name, ...rest] = process.argv.slice(2);
const command = commands[name];
if (!command) fail(`Unknown command: ${name}`);

install(command.isRuntime === true);
if (command.needsBench) installBench();
const environment = {
  ...process.env,
  PATH: `${binaries}${isWindows ? ';' : ':'}${process.env.PATH ?? ''}`,
};
if (command.needsBuild) build(environment);
if (command.script) run(command.script, [...(command.args ?? []), ...rest], environment);
