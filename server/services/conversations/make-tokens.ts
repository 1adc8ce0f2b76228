import { sql } from 'kysely';
import type { ServiceContext } from '#server/context.ts';
import { byteText } from '#server/db/given-rows.ts';
import { hashOfToken, trackingTokenOf } from './tracking-token.ts';

const BATCH = 1_000;

/** Writes the hashes of the tokens of conversations that came without one: before there were tokens, or by other ways than the forms. */
export async function makeMissingTokens(ctx: ServiceContext): Promise<number> {
  for (let made = 0; ;) {
    const batch = await ctx.db
      .selectFrom('conversations')
      .select(['id', 'tokenVersion'])
      .where('tokenHash', 'is', null)
      .limit(BATCH)
      .execute();
    const rows = batch.map(({ id, tokenVersion }) => ({
      id,
      token_version: tokenVersion,
      token_hash: byteText(hashOfToken(trackingTokenOf(ctx, { id, tokenVersion }))),
    }));
    await sql`
      update conversations set token_hash = input.token_hash
      from json_to_recordset(${JSON.stringify(rows)}) as input (
        id uuid, token_version integer, token_hash bytea
      )
      where conversations.id = input.id and conversations.token_version = input.token_version
        and conversations.token_hash is null
    `.execute(ctx.db);
    made += batch.length;
    if (batch.length < BATCH) return made;
  }
}
