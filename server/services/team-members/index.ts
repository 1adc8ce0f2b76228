import { sql } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import { columnsOf } from '#server/db/present-row.ts';
import { defineContent } from '#server/services/content/index.ts';
import { TEAM_MEMBER } from '#shared/team-members/admin-schema.ts';
import { type TeamMember, teamMemberSchema } from '#shared/team-members/schema.ts';

export const teamMembers = defineContent({
  table: 'teamMembers',
  ...TEAM_MEMBER,
  nameColumn: 'name',
  subjectOf: ({ name }) => `team member "${name}"`,
  searched: sql`name, role`,
  isSorted: true,
});

export async function listTeamMembers(ctx: ServiceContext): Promise<TeamMember[]> {
  return ctx.db
    .selectFrom('teamMembers')
    .select(columnsOf(teamMemberSchema))
    .where('isPublished', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('sortOrder')
    .orderBy('id')
    .execute();
}
