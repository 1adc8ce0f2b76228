import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCREENS } from '#app/admin/data/screens.ts';
import { SETTINGS_SCREEN_MESSAGES } from '#app/admin/settings/messages.ts';
import { SETTINGS_LABELS } from '#app/admin/settings/settings-fields.ts';
import routes from '#app/routes.ts';
import { SETTINGS } from '#server/core/config.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const readAll = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (path) => path.includes('.test.') })
    .map(read)
    .join('\n');

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/*.md', { cwd: root }),
];
/** Documents for operators, which name settings in capital letters and what is on screens in quotation marks. */
const GUIDES = ['README.md', 'docs/operations.md', 'docs/omissions.md', 'docs/visitors-page.md'];
const FOREIGN_SETTINGS = new Set(['NODE_EXTRA_CA_CERTS', 'MALLOC_MMAP_THRESHOLD_']);

const interfaceText = readAll('{app,shared}/**/*.{ts,tsx}');
const adminUsage = read('server/cli/run-admin.ts');

type Route = { path?: string | undefined; children?: Route[] | undefined };

function listPaths(list: readonly Route[], parent = ''): string[] {
  return list.flatMap(({ path, children = [] }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    // A parameter that may be missing, as in `/admin/company/:part?`.
    return [own.replace(/\/:\w+\?$/, ''), ...listPaths(children, own)];
  });
}

const paths = listPaths(routes);
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

function findAll(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, found = '']) => found);
}

function findUnknownCommands(text: string): string[] {
  const commands = findAll(text, /npm run (?:--silent )?([\w:-]+)/g).filter(
    (name) => scripts[name] === undefined,
  );
  const listed = findAll(text, /npm run (?:--silent )?admin -- ([^`\n]+)/g).flatMap((rest) =>
    findAll(rest, /^([a-z-]+)/g),
  );
  const rows = text.split('\n').filter((line) => line.startsWith('| `npm run admin -- '));
  const further = rows.flatMap((row) => findAll(row.split('|')[1] ?? '', /, `([a-z-]+)/g));
  const unknown = [...listed, ...further].filter((name) => !adminUsage.includes(`\n  ${name} `));
  return [...commands, ...unknown];
}

function findUnknownPaths(text: string): string[] {
  return findAll(text, /`(\/admin[\w/-]*)`/g).filter((path) => !paths.includes(path));
}

function findUnknownSettings(text: string): string[] {
  const named = findAll(text, /`([A-Z][A-Z\d]*_[A-Z\d_]+)(?:=[^`]*)?`/g);
  const assigned = findAll(text, /^\s*([A-Z][A-Z\d]*_[A-Z\d_]+)=/gm);
  return [...named, ...assigned].filter(
    (name) =>
      !SETTINGS.includes(name) &&
      !FOREIGN_SETTINGS.has(name) &&
      !(name.endsWith('_') && SETTINGS.some((setting) => setting.startsWith(name))),
  );
}

/** Code and links have quotation marks of their own. */
function removeCode(text: string): string {
  return text.replaceAll(/```.*?```|`[^`\n]*`/gs, '');
}

/** Screens, buttons and labels. An ellipsis or a figure stands for what varies. */
function findUnknownLabels(text: string): string[] {
  const prose = removeCode(text);
  const labels = [
    ...findAll(prose, /"([^"\n…\d]+)"/g),
    ...findAll(prose, /\*\*([A-Z][a-z]+(?: [a-z]+){1,2})\*\*/g),
    ...findAll(prose, /\bthe ((?:[A-Z]\w+ )*[A-Z]\w+) screen\b/gi),
    ...findAll(prose, /\bDashboard, (\w+)/g),
    ...findAll(prose, /\bthe screen ([A-Z]\w+)/g),
  ];
  return labels.filter(
    (label) =>
      !['', ' '].includes(label) && !new RegExp(`['\`>]${label}['\`<:. ,]`).test(interfaceText),
  );
}

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document);
  it('names commands and back-office paths that exist', () => {
    expect([...findUnknownCommands(text), ...findUnknownPaths(text)]).toEqual([]);
  });
  it.runIf(GUIDES.includes(document))('names settings and labels that exist', () => {
    expect([...findUnknownSettings(text), ...findUnknownLabels(text)]).toEqual([]);
  });
});

it('says in the guide which settings and content the back office has', () => {
  const guide = read('docs/operations.md');
  const [, fields = '', content = ''] =
    /Settings has ([^;]+);\s+the sidebar has ([^.]+)\./.exec(guide) ?? [];
  const split = (list: string) =>
    list
      .replaceAll(/\([^)]*\)|\s+/g, ' ')
      .split(/,| and /)
      .map((name) => name.trim());
  const known = JSON.stringify([SETTINGS_SCREEN_MESSAGES, SETTINGS_LABELS]).toLowerCase();
  const sidebar = SCREENS.map(({ label }) => label.toLowerCase()).join();
  expect(split(fields).length).toBeGreaterThan(3);
  expect(split(content).length).toBeGreaterThan(3);
  expect(split(fields).filter((name) => !known.includes(name.toLowerCase()))).toEqual([]);
  expect(split(content).filter((name) => !sidebar.includes(name.toLowerCase()))).toEqual([]);
});

it('finds a name that does not exist', () => {
  expect(findUnknownCommands('`npm run polish`, `npm run admin -- forgive NAME`')).toEqual([
    'polish',
    'forgive',
  ]);
  expect(findUnknownPaths('`/admin/nowhere`')).toEqual(['/admin/nowhere']);
  expect(findUnknownSettings('`SMPT_URL`\n  MAIL_TO=x')).toEqual(['SMPT_URL', 'MAIL_TO']);
  expect(findUnknownLabels('"Company prices" on the Company Figures screen')).toEqual([
    'Company prices',
    'Company Figures',
  ]);
});
