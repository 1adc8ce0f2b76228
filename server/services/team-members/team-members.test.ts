import { expect } from 'vitest';
import { buildTeamMember } from '#tests/support/factories.ts';
import { it } from '#tests/support/fixtures.ts';
import { listTeamMembers } from './index.ts';

it('lists published team members in their order', async ({ ctx }) => {
  const last = await buildTeamMember(ctx.db, { sortOrder: 2, role: 'Designer' });
  const first = await buildTeamMember(ctx.db, { sortOrder: 1 });
  const twin = await buildTeamMember(ctx.db, { sortOrder: 2 });
  await buildTeamMember(ctx.db, { isPublished: false });
  await buildTeamMember(ctx.db, { deletedAt: new Date() });
  expect(await listTeamMembers(ctx)).toEqual([
    { id: first.id, name: first.name, role: 'Engineer', photoUrl: null },
    { id: last.id, name: last.name, role: 'Designer', photoUrl: null },
    { id: twin.id, name: twin.name, role: 'Engineer', photoUrl: null },
  ]);
});
