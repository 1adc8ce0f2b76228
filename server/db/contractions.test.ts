import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished } from 'vitest';
import { findContractions, readSchemaParts } from '#tests/support/database/schema-contractions.ts';
import { it } from '#tests/support/fixtures.ts';
import { createEmptyTestDatabase } from '#tests/support/test-database.ts';
import { compareVersions, readContractedVersion } from './contractions.ts';
import { migrateTo } from './migrate.ts';
import { migrations } from '#server/db/migrations/index.ts';
import type { DB } from './types.ts';

/** The newest migration from before versions ran side by side. */
const LAST_FREE = '0043-converted-suspects';

/** Parts that `findContractions` names and that are none, each with the reason why the version before can live with it. */
type Expanding = { harmless?: Record<string, string> };

const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');
const versions = Array.from(
  changelog.matchAll(/^## (\d+\.\d+\.\d+) /gmu),
  ([, version = '']) => version,
);

/** What is wrong with the name of a contraction, or with that it has none. */
function evaluate(name: string, found: readonly string[]): string[] {
  const contracted = readContractedVersion(name);
  if (contracted === null) return found.map((each) => `${name}: ${each}`);
  if (!versions.includes(contracted)) return [`${name}: there is no version ${contracted}`];
  // The version that runs beside the next one must not need it any more.
  return versions.some((version) => compareVersions(version, contracted) > 0)
    ? []
    : [`${name}: no version since ${contracted} does without it`];
}

describe('a migration', () => {
  const title = 'leaves to the version before all that it uses, or says whose it takes';
  it(title, { timeout: 120_000 }, async () => {
    const test = await createEmptyTestDatabase();
    onTestFinished(() => test.destroy());
    await migrateTo(test.db, LAST_FREE);
    let before = await readSchemaParts(test.db);
    const wrong: string[] = [];
    const names = Object.keys(migrations);
    expect(names).toContain(LAST_FREE);
    for (const name of names.slice(names.indexOf(LAST_FREE) + 1)) {
      await migrateTo(test.db, name);
      const after = await readSchemaParts(test.db);
      const { harmless = {} } = migrations[name] as Expanding;
      const isHarmless = (each: string) =>
        Object.keys(harmless).some(
          (part) => each.startsWith(`${part} `) || each.startsWith(`${part}(`),
        );
      const found = findContractions(before, after).filter((each) => !isHarmless(each));
      wrong.push(...evaluate(name, found));
      before = after;
    }
    expect(wrong).toEqual([]);
  });

  it('is a contraction only of a version that another one has followed', () => {
    const gone = 'column orders.name is gone';
    const [newest = ''] = versions;
    for (const [name, found, problem] of [
      ['0099-more', [gone], gone],
      [`0099-contract-${newest}-names`, [gone], `no version since ${newest} does without it`],
      ['0099-contract-77.0.0-names', [], 'there is no version 77.0.0'],
    ] as const) {
      expect(evaluate(name, found)).toEqual([`${name}: ${problem}`]);
    }
    expect(evaluate('0099-more', [])).toEqual([]);
    expect(compareVersions('0.10.0', '0.9.3')).toBeGreaterThan(0);
    expect(compareVersions('1.0.0', '1.0.0')).toBe(0);
  });
});

describe('what the version before does not expect', () => {
  it.for<[statement: string, expected: string]>([
    ['drop table faqs', 'column faqs.question is gone'],
    ['alter table faqs rename to questions', 'column faqs.question is gone'],
    ['alter table faqs drop column answer', 'column faqs.answer is gone'],
    ['alter table faqs rename answer to reply', 'column faqs.answer is gone'],
    ['alter table faqs alter sort_order type bigint', 'column faqs.sort_order is another one'],
    ['alter table orders alter phone set not null', 'column orders.phone is another one'],
    ['alter table faqs add more text not null', 'column faqs.more is new and may be in the way'],
    [
      'alter table faqs alter created_at drop default',
      'column faqs.created_at has no default any more',
    ],
    [
      'alter table faqs add constraint short check (length(answer) < 9)',
      'constraint faqs.short is new and may be in the way',
    ],
    ['create unique index once on faqs (question)', 'index faqs.once is new and may be in the way'],
    [
      `create trigger stop before insert on faqs for each row execute function suppress_redundant_updates_trigger()`,
      'trigger faqs.stop is new and may be in the way',
    ],
    [
      `alter table erasures drop constraint erasures_by, add constraint erasures_by check (by in ('visitor'))`,
      'constraint erasures.erasures_by is another one',
    ],
    [
      'drop index conversations_order_id_key',
      'index conversations.conversations_order_id_key is gone',
    ],
  ])('%s', async ([statement, expected], { db }) => {
    expect(await contractionsOf(db, statement)).toContain(expected);
  });

  it.for([
    'alter table faqs add more text',
    `alter table faqs add more text not null default ''`,
    'alter table faqs add parent uuid references faqs (id), add constraint own check (parent <> null)',
    'alter table faqs alter answer drop not null',
    'create table more (id uuid primary key, faq uuid not null references faqs (id))',
    'create index faqs_answer_idx on faqs (answer)',
    'alter table erasures drop constraint erasures_by',
    `alter table erasures drop constraint erasures_by, add constraint erasures_by check (by in ('visitor', 'administrator', 'command-line', 'job', 'auditor'))`,
  ])('is not: %s', async (statement, { db }) => {
    expect(await contractionsOf(db, statement)).toEqual([]);
  });

  async function contractionsOf(db: Kysely<DB>, statement: string): Promise<string[]> {
    const transaction = await db.startTransaction().execute();
    const before = await readSchemaParts(transaction);
    await sql.raw(statement).execute(transaction);
    const found = findContractions(before, await readSchemaParts(transaction));
    await transaction.rollback().execute();
    return found;
  }
});
