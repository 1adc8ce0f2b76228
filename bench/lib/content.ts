import type { Kysely } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { DB } from '../../server/db/types.ts';
import { BLOCKED_RANGE } from './load.ts';

/** Blocks a range or an address by a rule of the traffic guard. */
export async function blockRange(db: Kysely<DB>, ipAddress = BLOCKED_RANGE): Promise<void> {
  await db
    .insertInto('ipSecurityRules')
    .values({ id: uuidV7(), ipAddress, ruleType: 'blacklist', reason: 'Bench' })
    .execute();
}

export async function findPostSlug(db: Kysely<DB>): Promise<string> {
  const { slug } = await db
    .selectFrom('blogPosts')
    .select('slug')
    .where('isPublished', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('slug')
    .executeTakeFirstOrThrow();
  return slug;
}
