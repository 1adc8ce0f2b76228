import { requireAdmin, type ServiceContext, type Transaction } from '#server/context/context.ts';
import { readContent } from '#server/services/site-content/index.ts';
import type { Company } from '#shared/company/values.ts';
import { toCompany } from '#shared/company/to-company.ts';
import { localDate } from '#shared/lib/local-dates.ts';
import { fillFacts } from '#shared/policies/facts.ts';
import { POLICIES, POLICY_KINDS, type PolicyKind } from '#shared/policies/values.ts';
import type {
  AdminSiteSettings,
  PolicyVersion,
  SiteSettingsChange,
} from '#shared/site-settings/admin-schema.ts';

const BUILT_IN = {
  terms: () => import('#content/policies/terms-of-service.md?raw'),
  privacy: () => import('#content/policies/privacy-policy.md?raw'),
};

/** Only the build can read the texts, and this folder is used outside of it too. */
export async function readBuiltInPolicy(kind: PolicyKind, company: Company): Promise<string> {
  return fillFacts((await BUILT_IN[kind]()).default, company);
}

type Stated = (typeof POLICIES)[PolicyKind];
type Published = { [Name in Stated['version']]?: string } & {
  [Name in Stated['isReviewed']]?: boolean;
};

/** Stores a new version of each policy whose text changes. The review of the former text does not count for it. */
export async function publishPolicies(
  ctx: ServiceContext,
  tx: Transaction,
  before: AdminSiteSettings,
  changes: SiteSettingsChange,
): Promise<Published> {
  const published: Published = {};
  for (const kind of POLICY_KINDS) {
    const { text, version, isReviewed } = POLICIES[kind];
    const next = changes[text];
    if (next === undefined || next === before[text]) continue;
    const company = toCompany(await readContent(tx, 'company'), '');
    const builtIn = await readBuiltInPolicy(kind, company);
    const store = (name: string, markdown: string, publishedAt: Date) =>
      tx
        .insertInto('policyVersions')
        .values({
          kind,
          version: name,
          publishedAt,
          markdown: markdown.trim() === '' ? builtIn : markdown,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('version')
        .executeTakeFirst();
    // Keeps the built-in text, which orders have accepted. Its time is not known.
    await store(before[version], before[text], new Date(before.updatedAt));
    const date = localDate(ctx.now(), before.officeHours.timeZone);
    let name = date;
    for (let number = 2; !(await store(name, next, ctx.now())); number += 1)
      name = `${date}-${number}`;
    published[version] = name;
    published[isReviewed] = changes[isReviewed] === true && !before[isReviewed];
  }
  return published;
}

/** Newest first. */
export async function listPolicyVersions(ctx: ServiceContext): Promise<{ items: PolicyVersion[] }> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .selectFrom('policyVersions')
    .select(['kind', 'version', 'publishedAt', 'markdown'])
    .orderBy('publishedAt', 'desc')
    .orderBy('version', 'desc')
    .execute();
  return { items: rows.map((row) => ({ ...row, publishedAt: row.publishedAt.toISOString() })) };
}
