import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { uniqueTitle, uploadDrawing } from '#tests/support/browser/admin-content.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { buildTeamMember } from '#tests/support/factories.ts';

test('the home page shows the team in its order', async ({ page, site, account }) => {
  await site.db.deleteFrom('teamMembers').execute();
  const photoUrl = await uploadDrawing(page, account.token, 'team-photos');
  const name = uniqueTitle('Tuna');
  await buildTeamMember(site.db, { name: 'Murat Çetin', sortOrder: 2 });
  await buildTeamMember(site.db, { name, role: 'Founder', sortOrder: 1, photoUrl });
  const response = await page.goto('/');
  expect((await response?.text())?.split(name), 'stands in the document once').toHaveLength(2);
  const team = page.locator('#team');
  await expect(team.getByRole('listitem')).toHaveText([`${name}Founder`, 'MÇMurat ÇetinEngineer']);
  await team.scrollIntoViewIfNeeded();
  const image = team.locator('img');
  await expect(image).toHaveAttribute('src', /^\/media\/team-photos\//);
  await expect
    .poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);

  await site.db.updateTable('teamMembers').set({ deletedAt: new Date() }).execute();
  const homePage = async () => (await page.request.get('/')).text();
  await expect.poll(homePage).not.toContain('The people who answer');
});
