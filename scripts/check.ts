import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFolderCycles, readImports } from './folder-cycles.ts';
import { checkSources } from './source-checks.ts';

type Outcome = { name: string; isFine: boolean; output: string; seconds: number };

const root = join(import.meta.dirname, '..');

function run(name: string, command: string, args: string[]): Promise<Outcome> {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: process.env });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) =>
      resolve({ name, isFine: false, output: error.message, seconds: 0 }),
    );
    child.on('exit', (code) =>
      resolve({ name, isFine: code === 0, output, seconds: (performance.now() - started) / 1_000 }),
    );
  });
}

function toOutcome(name: string, problems: readonly string[]): Outcome {
  return { name, isFine: problems.length === 0, output: problems.join('\n'), seconds: 0 };
}

async function checkTypes(): Promise<Outcome> {
  const typegen = await run('types', 'react-router', ['typegen']);
  return typegen.isFine ? run('types', 'tsc', ['--noEmit']) : typegen;
}

/** The checker that reads nothing reports success: fewer modules than source files is a failure. */
async function checkBoundaries(): Promise<Outcome> {
  const outcome = await run(
    'boundaries',
    'depcruise',
    'app server shared scripts bench tests --output-type err'.split(' '),
  );
  const scanned = Number(/\((\d+) modules/.exec(outcome.output)?.[1] ?? 0);
  const sources = globSync('{app,server,shared}/**/*.{ts,tsx}', { cwd: root }).length;
  if (scanned >= sources) return outcome;
  return {
    ...outcome,
    isFine: false,
    output: `${outcome.output}\nonly ${scanned} of ${sources} files were read`,
  };
}

/** Tests are left out, because they may import the folders that they support. */
async function checkFolders(): Promise<Outcome> {
  const outcome = await run('folders', 'depcruise', [
    'app',
    'server',
    'shared',
    '--exclude',
    '(\\.(test|spec)\\.tsx?$|^tests/|^build/|\\.react-router/)',
    '--output-type',
    'json',
  ]);
  if (!outcome.isFine) return outcome;
  const cycles = findFolderCycles(readImports(outcome.output));
  return { ...outcome, isFine: cycles.length === 0, output: cycles.join('\n') };
}

function checkDocumentPaths(): Outcome {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...globSync('docs/**/*.md', { cwd: root }),
  ];
  const missing: string[] = [];
  for (const document of documents) {
    if (!existsSync(join(root, document))) {
      missing.push(`${document} is missing`);
      continue;
    }
    const text = readFileSync(join(root, document), 'utf8');
    const named = [
      ...text.matchAll(
        /`((?:app|content|server|shared|tests|scripts|bench|docs|public)\/[\w./-]*)`/g,
      ),
      ...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)\)/g),
    ];
    for (const [, path = ''] of named) {
      const candidates = [join(root, path), join(root, document, '..', path)];
      if (!candidates.some((candidate) => existsSync(candidate)))
        missing.push(`${document} names ${path}`);
    }
  }
  return toOutcome('document paths', missing);
}

function checkOwnRules(): Outcome {
  const found = checkSources(root);
  return toOutcome('own rules', found);
}

const outcomes = [
  checkOwnRules(),
  checkDocumentPaths(),
  await run('format', 'oxfmt', ['--check', '.']),
  ...(await Promise.all([checkTypes(), checkBoundaries()])),
  // Behind the types, since some rules read those that are generated.
  await run('lint', 'oxlint', [
    '--type-aware',
    '--deny-warnings',
    '--report-unused-disable-directives',
  ]),
  await checkFolders(),
  ...(await Promise.all([
    run('dead code', 'knip', []),
    run('database types', 'node', ['scripts/database-types.ts', '--check']),
  ])),
];

for (const { name, isFine, output, seconds } of outcomes) {
  console.log(`${isFine ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`);
  if (!isFine) console.log(output);
}
const failed = outcomes.filter(({ isFine }) => !isFine).length;
console.log(`check: ${outcomes.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
