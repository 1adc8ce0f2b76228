import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import {
  deleteAndRestore,
  DRAWING,
  expectAccessibleState,
  openList,
  rowOf,
} from '#tests/support/browser/admin-content.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import { buildTeamMember } from '#tests/support/factories.ts';

const namesOf = (page: Page) => page.getByRole('rowheader').allInnerTexts();

// Each test starts from its own rows.
test.beforeEach(async ({ site }) => {
  await site.db.deleteFrom('teamMembers').execute();
});

async function publicNames(page: Page): Promise<string[]> {
  const response = await page.request.get('/api/team-members');
  return ((await response.json()) as { name: string }[]).map(({ name }) => name);
}

test('a team member is written with a portrait, shown to visitors, and gone when it is a draft again', async ({
  admin: page,
  site,
}) => {
  await buildTeamMember(site.db, { name: 'Murat Çetin', sortOrder: 2 });
  await openList(page, 'team-members');
  const heads = await page.getByRole('columnheader').allInnerTexts();
  expect(heads).toEqual(['', 'Order', 'Portrait', 'Name', 'Role', 'Status', 'Actions']);
  await page.getByRole('button', { name: 'New Team Member' }).click();
  const form = page.getByRole('dialog', { name: 'Create New Team Member' });
  await form.getByRole('button', { name: 'Create Team Member' }).click();
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription(/Name is required/);
  await expect(form.getByLabel('Role')).toHaveAccessibleDescription(/Role is required/);
  await expectAccessibleState(page);
  await form.getByLabel('Name').fill('Tuna Erdem');
  await form.getByLabel('Role').fill('Founder');
  await form.getByLabel('Order').fill('1');
  await form.getByLabel('Portrait: choose a file').setInputFiles(DRAWING);
  await expect(form.getByAltText('Portrait of Tuna Erdem')).toBeVisible();
  await form.getByRole('switch', { name: 'Published' }).click();
  await form.getByRole('button', { name: 'Create Team Member' }).click();
  await expectToast(page, 'Team member created successfully');
  await expect.poll(() => namesOf(page)).toEqual(['Tuna Erdem', 'Murat Çetin']);
  await expect(rowOf(page, 'Tuna Erdem')).toContainText('Published');
  await expect.poll(() => publicNames(page)).toEqual(['Tuna Erdem', 'Murat Çetin']);

  await page.goto('/');
  const team = page.locator('#team');
  await expect(team.getByRole('listitem')).toHaveText([
    'Tuna ErdemFounder',
    'MÇMurat ÇetinEngineer',
  ]);
  await team.scrollIntoViewIfNeeded();
  const image = team.locator('img');
  await expect(image).toHaveAttribute('src', /^\/media\/team-photos\//);
  await expect
    .poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);

  await openList(page, 'team-members');
  await page.getByRole('button', { name: 'Edit Tuna Erdem' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Team Member' });
  await edit.getByRole('switch', { name: 'Published' }).click();
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(rowOf(page, 'Tuna Erdem')).toContainText('Draft');
  await expect.poll(() => publicNames(page)).toEqual(['Murat Çetin']);
  await page.goto('/');
  await expect(team.getByRole('listitem')).toHaveText(['MÇMurat ÇetinEngineer']);
});

test('the home page follows a change, and names nobody without a team member @full', async ({
  admin: page,
  site,
}) => {
  const { name } = await buildTeamMember(site.db);
  const homePage = async () => (await page.request.get('/')).text();
  await openList(page, 'team-members');
  await expect.poll(homePage).toContain(name);
  await deleteAndRestore(page, {
    name,
    question: page.getByRole('dialog', {
      name: 'Are you sure you want to delete this team member?',
    }),
    kind: 'Team member',
    filter: 'Show',
    whileDeleted: () => expect.poll(homePage).not.toContain('The people who answer'),
  });
  await expect.poll(homePage).toContain(name);
});

test('the names stand in the document once, and is there again when the page was left @full', async ({
  page,
  site,
}) => {
  const { name } = await buildTeamMember(site.db);
  const response = await page.goto('/');
  expect((await response?.text())?.split(name)).toHaveLength(2);
  await page.locator('footer a[href="/blog"]').click();
  await expect(page).toHaveURL(/\/blog$/);
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await expect(page.locator('#team').getByText(name)).toBeVisible();
});
