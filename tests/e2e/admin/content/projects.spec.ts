import {
  conflictOf,
  DRAWING,
  expectAccessibleState,
  openList,
  problemsOf,
  rowOf,
  uniqueTitle,
  uploadDrawing,
} from '#tests/support/browser/admin-content.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import { buildProject } from '#tests/support/factories.ts';
import { changeRow, readRow } from '#tests/support/browser/rows.ts';

test('a gallery is changed image by image @full', async ({ admin: page, account, site }) => {
  const upload = () => uploadDrawing(page, account.token, 'project-images');
  const [first, second] = [await upload(), await upload()];
  const { id } = await buildProject(site.db, { galleryImages: [first, second] });
  await openList(page, `projects?edit=${id}`);
  const form = page.getByRole('dialog', { name: 'Edit Project' });
  const urls = form.getByLabel('Gallery images', { exact: true });
  const thumbnails = form.getByRole('list', { name: 'Gallery preview' }).getByRole('img');
  await thumbnails.last().click();
  await form.getByRole('slider', { name: 'From the left' }).press('ArrowRight');
  await expect(urls).toHaveValue(`${first}, ${second}#focus-55-50`);
  await expectAccessibleState(page);
  await thumbnails.first().click();
  await form.getByRole('button', { name: 'Remove Gallery 1' }).click();
  await expect(urls).toHaveValue(`${second}#focus-55-50`);
  await expect(urls).toBeFocused();
  await form.locator('input[type="file"]').last().setInputFiles(DRAWING);
  await expect(thumbnails).toHaveCount(2);

  await urls.fill('https://example.com/a.png');
  await form.getByRole('button', { name: 'Save changes' }).click();
  const problem = problemsOf(form).getByRole('link');
  await expect(problem).toHaveText(/addresses of other sites are not shown$/);
  await problem.click();
  await expect(urls).toBeFocused();
  await urls.fill(`${second}, ${first}`);
  await form.getByLabel('Tech stack').fill(' TypeScript ,PostGIS,, React ');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form).toBeHidden();
  const techStack = ['TypeScript', 'PostGIS', 'React'];
  const saved = { techStack, galleryImages: [second, first] };
  expect(await readRow(site.db, 'projects', id)).toMatchObject(saved);
});

test('measured results are edited by keyboard @full', async ({
  admin: page,
  site,
  problems: expected,
}) => {
  expected.allow(/status of 409/);
  const project = await buildProject(site.db, { title: uniqueTitle('Results') });
  await openList(page, 'projects');
  const row = rowOf(page, project.title);
  await row.getByRole('button', { name: /Edit/ }).click();
  const form = page.getByRole('dialog', { name: 'Edit Project' });
  const results = form.getByRole('group', { name: /^Result \d/ });
  for (const metric of ['Scrap', 'Stops', 'Reports']) {
    await form.getByRole('button', { name: 'Add result' }).press('Enter');
    await expect(results.last().getByLabel('What was measured')).toBeFocused();
    await page.keyboard.type(metric);
    await results.last().getByLabel('After', { exact: true }).fill(`${metric} after`);
  }
  await results.nth(1).getByLabel('After', { exact: true }).fill('');
  const save = form.getByRole('button', { name: 'Save changes' });
  await save.press('Enter');
  const problems = problemsOf(form).getByRole('link');
  await expect(problems).toHaveText(['Measured results 2: After is required']);
  await expectAccessibleState(page);
  await problems.press('Enter');
  await expect(results.nth(1).getByLabel('After', { exact: true })).toBeFocused();

  await form.getByRole('button', { name: 'Move result 2 up' }).press('Enter');
  await expect(form.getByRole('button', { name: 'Move result 1 up' })).toBeFocused();
  await expect(form.getByText('Now result 1 of 3')).toBeAttached();
  const moved = results.first().getByLabel('After', { exact: true });
  await expect(moved).toHaveAccessibleDescription(/After is required/);
  await moved.fill('none');
  await expect(moved).toHaveAccessibleDescription('');
  await form.getByRole('button', { name: 'Remove result 2' }).press('Enter');
  await expect(form.getByRole('button', { name: 'Remove result 2' })).toBeFocused();
  await form.getByRole('switch', { name: 'Featured' }).check();
  await save.press('Enter');
  await expectToast(page, 'Project updated successfully');
  await expect(row.getByRole('cell')).toContainText(['Logistics', 'N/A', 'PublishedFeatured']);
  const stops = { metric: 'Stops', before: '', after: 'none', howMeasured: '' };
  const reports = { metric: 'Reports', before: '', after: 'Reports after', howMeasured: '' };
  const saved = { isFeatured: true, results: [stops, reports] };
  expect(await readRow(site.db, 'projects', project.id)).toMatchObject(saved);

  await row.getByRole('button', { name: /Edit/ }).click();
  await form.getByLabel('Before (optional)').first().fill('Mine');
  const theirs = { ...stops, before: 'Theirs', howMeasured: 'Counted.' };
  await changeRow(site.db, 'projects', project.id, { results: JSON.stringify([theirs]) });
  await save.press('Enter');
  const versions = conflictOf(form).getByRole('row').filter({ hasText: 'Measured results' });
  await expect(versions.getByRole('cell')).toHaveText([
    'Stops, Mine, none\nReports, Reports after',
    'Stops, Theirs, none, Counted.',
  ]);
});
