// Runs on whatever Node the machine has (20 or newer): installs what is missing, builds what has changed, then hands over to the pinned Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { keepFormerAssets } from './former-assets.mjs';
import { NODE_FLAGS, runtimeEnvironment } from './runtime.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isWindows = process.platform === 'win32';
const binaries = join(root, 'node_modules', '.bin');

const commands = {
  start: { script: 'server/index.ts', needsBuild: true },
  dev: { script: 'server/index.ts', args: ['--dev'] },
  build: { needsBuild: true },
  test: { script: 'scripts/test.ts', needsBuild: true },
  check: { script: 'scripts/check.ts' },
  admin: { script: 'server/cli/admin.ts' },
  crash: { script: 'scripts/crash.ts', needsBuild: true },
  size: { script: 'scripts/size.ts', needsBuild: true },
  feel: { script: 'scripts/feel.ts', needsBuild: true },
  lighthouse: { script: 'scripts/lighthouse.ts', needsBuild: true },
  bench: { script: 'scripts/bench.ts', needsBuild: true },
  'bench:admin': { script: 'scripts/bench-admin.ts', needsBuild: false },
  'bench:fairness': { script: 'scripts/bench-fairness.ts', needsBuild: true },
  'bench:guard': { script: 'scripts/bench-guard.ts', needsBuild: true },
  visual: {
    script: 'node_modules/@playwright/test/cli.js',
    args: ['test', '--config', 'visual.config.ts'],
    needsBuild: true,
  },
  screenshots: { script: 'scripts/screenshots.ts', needsBuild: true },
  fonts: { script: 'scripts/fonts.ts' },
  'sample-screens': { script: 'scripts/sample-screens.ts' },
  'database-types': { script: 'scripts/database-types.ts' },
  'publication-dates': { script: 'scripts/publication-dates.ts' },
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
      else if (entry.isFile()) hash.update(`${child}\0`).update(readFileSync(child)).update('\0');
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

function install() {
  const stampFile = join(root, 'node_modules', '.vitrin-install');
  const stamp = `${hashOf(['package.json', 'package-lock.json'])} ${process.platform} ${process.arch}`;
  if (isCurrent(stampFile, stamp)) return;
  console.error('Installing packages (about a minute, only when they have changed) …');
  // A shell is needed for npm.cmd on Windows; npm_execpath is npm's own script when npm started us.
  const options = ['install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npmScript = process.env.npm_execpath;
  const result = npmScript?.endsWith('.js')
    ? spawnSync(process.execPath, [npmScript, ...options], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', options, { cwd: root, stdio: 'inherit', shell: isWindows });
  if (result.status !== 0) fail('Installing the packages failed; see the lines above.');
  writeStamp(
    stampFile,
    `${hashOf(['package.json', 'package-lock.json'])} ${process.platform} ${process.arch}`,
  );
}

function build(environment) {
  const stampFile = join(root, 'build', '.stamp');
  const stamp = hashOf([
    'app',
    'server',
    'shared',
    'public',
    'scripts/render-built-in.ts',
    'package-lock.json',
    'react-router.config.ts',
    'tsconfig.json',
    'vite.config.ts',
  ]);
  if (isCurrent(stampFile, stamp)) return;
  console.error('Building …');
  rmSync(stampFile, { force: true });
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
  writeStamp(stampFile, stamp);
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
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      shell: isWindows,
    },
  );
  // Ctrl+C reaches the child automatically; a signal sent only to this process is passed on.
  process.on('SIGINT', () => {});
  const passedOn = ['SIGTERM', 'SIGHUP', ...(isWindows ? [] : ['SIGUSR2'])];
  for (const signal of passedOn) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`Could not start ${script}: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)));
}

const [major] = process.versions.node.split('.').map(Number);
if (major < 20) fail(`Node 20 or newer is needed; this is ${process.version}.`);

const [name, ...rest] = process.argv.slice(2);
const command = commands[name];
if (!command) fail(`Unknown command: ${name}`);

install();
const environment = {
  ...process.env,
  PATH: `${binaries}${isWindows ? ';' : ':'}${process.env.PATH ?? ''}`,
};
if (command.needsBuild) build(environment);
if (command.script) run(command.script, [...(command.args ?? []), ...rest], environment);
