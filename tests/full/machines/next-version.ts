import {
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const NAME = '9000-next-version';

const MIGRATION = `
import { sql } from 'kysely';
export async function up(db) {
  await sql\`
    create table campaigns (id uuid primary key, title text not null);
    alter table contact_messages add column campaign_id uuid references campaigns (id), add column channel text not null default 'site';
    alter table orders add column campaign_id uuid references campaigns (id), add column channel text not null default 'site';
    alter table conversations add column channel text not null default 'site';
    alter table conversation_entries add column is_pinned boolean not null default false;
    alter table outbox_mails add column channel text not null default 'site';
    alter table admin_sessions add column device text;
    alter table blog_posts add column campaign_id uuid references campaigns (id);
    alter table projects add column is_new boolean not null default false;
    alter table site_settings add column campaigns jsonb not null default '[]';
    create index contact_messages_campaign_id_idx on contact_messages (campaign_id);
    create index orders_channel_idx on orders (channel);
  \`.execute(db);
}
export async function down(db) {
  throw new Error('this test does not go back');
}
`;

/**
 * Makes a next version in an empty folder, as a release is unpacked beside the one that runs: this one with another migration, which expands, and with
 * all built files under other names. It gets the files of this one, as docs/operations.md says.
 */
export function makeNextVersion(folder: string): void {
  for (const part of ['content', 'server', 'shared', 'build', 'package.json']) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));

  const migrations = join(folder, 'server/db/migrations');
  writeFileSync(join(migrations, `${NAME}.ts`), MIGRATION);
  const index = join(migrations, 'index.ts');
  const list = readFileSync(index, 'utf8').replace(/\};\n$/, `  '${NAME}': nextVersion,\n};\n`);
  writeFileSync(index, `import * as nextVersion from './${NAME}.ts';\n${list}`);

  const assets = join(folder, 'build/client/assets');
  const former = join(folder, '.cache/former-assets/1');
  mkdirSync(former, { recursive: true });
  cpSync(assets, former, { recursive: true });
  renameAssets(folder, assets);
}

function renameAssets(folder: string, assets: string): void {
  for (const packed of globSync('**/*.{br,gz}', { cwd: join(folder, 'build') })) {
    rmSync(join(folder, 'build', packed));
  }
  const HASHED = /(?<=\/)([\w.-]+)-([\w-]{8})\.(js|css|woff2)\b/g;
  const names = new Set(globSync('*', { cwd: assets }));
  const rename = (text: string) =>
    text.replaceAll(HASHED, (name: string, ...[, , type]: string[]) =>
      names.has(name) ? name.replace(`.${type}`, `next.${type}`) : name,
    );
  for (const path of globSync('build/**/*.{js,css,html,json}', { cwd: folder })) {
    const file = join(folder, path);
    writeFileSync(file, rename(readFileSync(file, 'utf8')));
  }
  for (const name of names) {
    const next = rename(`/${name}`).slice(1);
    if (next !== name) renameSync(join(assets, name), join(assets, next));
  }
}
