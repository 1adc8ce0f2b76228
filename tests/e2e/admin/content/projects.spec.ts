import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import {
  breakCalls,
  conflictOf,
  deleteAndRestore,
  DRAWING,
  expectAccessibleState,
  expectBlankForm,
  expectLoadAndDeleteFail,
  openList,
  problemsOf,
  rowOf,
  uniqueTitle,
  uploadDrawing,
} from '#tests/support/browser/admin-content.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { buildProject } from '#tests/support/factories.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';

function newDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Create New Project' });
}

function editDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Edit Project' });
}

test('a project is written as a draft', async ({ admin: page, site }) => {
  await openList(page, 'projects');
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'Title',
    'Industry',
    'Client',
    'Status',
    'Created',
    'Actions',
  ]);
  await page.getByRole('button', { name: 'New Project' }).click();
  const form = newDialog(page);
  await expect(form.getByLabel('Industry category')).toHaveValue('Other');
  await expect(form.getByRole('switch', { name: 'Published' })).not.toBeChecked();

  const title = uniqueTitle('Depot map');
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Short description').fill('Where every pallet is.');
  await form.getByLabel('Industry category').selectOption('Mapping');
  await form.getByLabel('Tech stack').fill(' TypeScript ,PostGIS,, React ');
  await form.getByLabel('Challenge').fill('Nobody knew.');
  const inputs = form.locator('input[type="file"]');
  await inputs.first().setInputFiles(DRAWING);
  await expectToast(page, 'Image uploaded successfully');
  await expect(form.getByRole('img', { name: 'Preview: Featured image' })).toBeVisible();
  await form.getByLabel('Alternative text').fill('A map');
  await inputs.last().setInputFiles(DRAWING);
  await expectToast(page, 'Image uploaded successfully');
  await expect(form.getByLabel('Gallery images', { exact: true })).toHaveValue(
    /^\/media\/project-images\/\d{13}-\w+\.svg$/,
  );
  await inputs.last().setInputFiles(DRAWING);
  await expect(form.getByRole('list', { name: 'Gallery preview' }).getByRole('img')).toHaveCount(2);
  await form.getByRole('button', { name: 'Create Project' }).press('Enter');
  await expect(form).toBeHidden();
  await expectToast(page, 'Project created successfully');

  const row = rowOf(page, title);
  await expect(row.getByRole('cell')).toContainText(['Mapping', 'N/A', 'Draft']);
  await expectBlankForm(page, {
    button: 'New Project',
    dialog: form,
    values: {
      Title: '',
      'Short description': '',
      'Industry category': 'Other',
      'Gallery images': '',
    },
  });
  const saved = await site.db
    .selectFrom('projects')
    .select(['id', 'techStack', 'galleryImages'])
    .where('title', '=', title)
    .executeTakeFirstOrThrow();
  expect(saved.techStack).toEqual(['TypeScript', 'PostGIS', 'React']);
  expect(saved.galleryImages).toHaveLength(2);
  expect((await page.request.get(`/portfolio/${saved.id}`)).status()).toBe(404);
});

test('images of the gallery have a focal point of their own and are removed one by one @full', async ({
  admin: page,
  account,
  site,
}) => {
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
});

test('a draft is previewed, published and viewed @full', async ({
  admin: page,
  context,
  site,
  account,
}) => {
  const upload = () => uploadDrawing(page, account.token, 'project-images');
  const project = await buildProject(site.db, {
    title: uniqueTitle('Depot map'),
    industryCategory: 'Mapping',
    techStack: ['TypeScript', 'PostGIS', 'React'],
    challengeText: 'Nobody knew.',
    featuredImageUrl: await upload(),
    featuredImageAlt: 'A map',
    galleryImages: [await upload(), await upload()],
    isPublished: false,
  });
  await openList(page, 'projects');
  const row = rowOf(page, project.title);
  const preview = context.waitForEvent('page');
  await row.getByRole('link', { name: /Preview/ }).click();
  const draft = await preview;
  await expect(draft).toHaveURL(/\/admin\/preview\/project\//);
  await expect(draft.getByRole('heading', { level: 1, name: project.title })).toBeVisible();
  await expect(draft.getByText('Nobody knew.')).toBeVisible();
  await expect(draft.getByRole('img')).toHaveCount(3);
  await draft.close();

  await row.getByRole('button', { name: /Edit/ }).click();
  const edit = editDialog(page);
  await expect(edit.getByLabel('Tech stack')).toHaveValue('TypeScript, PostGIS, React');
  await edit.getByLabel('Client name').fill('Aras Nakliyat');
  await edit.getByLabel('Tech stack').fill('');
  await edit.getByRole('switch', { name: 'Published' }).check();
  await edit.getByRole('button', { name: 'Save Changes' }).press('Enter');
  await expectToast(page, 'Project updated successfully');
  await expect(row.getByRole('cell')).toContainText(['Mapping', 'Aras Nakliyat', 'Published']);

  await expect(row.getByRole('link', { name: /View/ })).toHaveAttribute(
    'href',
    `/project/${project.id}`,
  );
  const view = context.waitForEvent('page');
  await row.getByRole('link', { name: /View/ }).click();
  const published = await view;
  await expect(published).toHaveURL(new RegExp(`/portfolio/${project.id}$`));
  await expect(published.getByRole('heading', { level: 1, name: project.title })).toBeVisible();
  await expect(published.getByText('Technology Stack')).toBeHidden();
});

test('every message of the form appears, and only three fields are needed @full', async ({
  admin: page,
}) => {
  await openList(page, 'projects?new=1');
  const form = newDialog(page);
  await form.getByRole('button', { name: 'Create Project' }).click();
  const summary = problemsOf(form);
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText([
    'Title is required',
    'Short description is required',
  ]);
  await form.locator('input[type="file"]').last().setInputFiles(DRAWING);
  await expect(form.getByRole('list', { name: 'Gallery preview' })).toBeVisible();
  await expectAccessibleState(page);
  await form.getByLabel('Tech stack').fill(`${'x'.repeat(61)}, ok`);
  await form.getByLabel('Gallery images', { exact: true }).fill('https://example.com/a.png');
  await form.getByLabel('Title').fill(uniqueTitle('Three fields'));
  await form.getByLabel('Short description').fill('Short');
  await form.getByRole('button', { name: 'Create Project' }).click();
  await expect(summary.getByRole('link')).toHaveText([
    'Please use at most 60 characters for one technology',
    'Please upload the image here: addresses of other sites are not shown',
  ]);
  await summary.getByRole('link').last().click();
  await expect(form.getByLabel('Gallery images', { exact: true })).toBeFocused();
  await form.getByLabel('Gallery images', { exact: true }).fill('');
  await form.getByLabel('Tech stack').fill('');
  // What the browser's own list cannot choose; the server rejects it as well.
  await form.getByLabel('Industry category').evaluate((select) => {
    const option = new Option('None', 'None');
    (select as HTMLSelectElement).append(option);
    (select as HTMLSelectElement).value = 'None';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await form.getByRole('button', { name: 'Create Project' }).click();
  await expect(summary.getByRole('link')).toHaveText(['Industry category is required']);
  await form.getByLabel('Industry category').selectOption('Finance');
  await form.getByRole('button', { name: 'Create Project' }).click();
  await expect(form).toBeHidden();
});

test('measured results are added, put in order and removed by keyboard, each with its own errors @full', async ({
  admin: page,
  site,
}) => {
  const project = await buildProject(site.db, { title: uniqueTitle('Results') });
  await openList(page, 'projects');
  await rowOf(page, project.title).getByRole('button', { name: /Edit/ }).click();
  const form = editDialog(page);
  const rows = form.getByRole('group', { name: /^Result \d/ });
  const add = form.getByRole('button', { name: 'Add result' });
  for (const metric of ['Scrap', 'Stops', 'Reports']) {
    await add.press('Enter');
    await expect(rows.last().getByLabel('What was measured')).toBeFocused();
    await page.keyboard.type(metric);
    await rows.last().getByLabel('After', { exact: true }).fill(`${metric} after`);
  }
  await rows.nth(1).getByLabel('After', { exact: true }).fill('');
  await form.getByRole('button', { name: 'Save Changes' }).press('Enter');
  const summary = problemsOf(form);
  await expect(summary.getByRole('link')).toHaveText([
    'Measured results 2: Say what it was afterwards',
  ]);
  await expectAccessibleState(page);
  await summary.getByRole('link').press('Enter');
  const after = rows.nth(1).getByLabel('After', { exact: true });
  await expect(after).toBeFocused();
  await expect(after).toHaveAccessibleDescription(/Say what it was afterwards/);

  await form.getByRole('button', { name: 'Move result 2 up' }).press('Enter');
  await expect(form.getByRole('button', { name: 'Move result 1 up' })).toBeFocused();
  await expect(form.getByText('Now result 1 of 3')).toBeAttached();
  const moved = rows.first().getByLabel('After', { exact: true });
  await expect(moved).toHaveAccessibleDescription(/Say what it was afterwards/);
  await moved.fill('none');
  await expect(moved).toHaveAccessibleDescription('');
  await form.getByRole('button', { name: 'Remove result 2' }).press('Enter');
  await expect(form.getByRole('button', { name: 'Remove result 2' })).toBeFocused();
  await form.getByRole('switch', { name: 'Featured' }).check();
  await form.getByRole('button', { name: 'Save Changes' }).press('Enter');
  await expectToast(page, 'Project updated successfully');
  const row = rowOf(page, project.title);
  await expect(row.getByRole('cell')).toContainText(['Logistics', 'N/A', 'PublishedFeatured']);
  const saved = await site.db
    .selectFrom('projects')
    .select(['results', 'isFeatured'])
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow();
  expect(saved.isFeatured).toBe(true);
  expect(saved.results).toEqual([
    { metric: 'Stops', before: '', after: 'none', howMeasured: '' },
    { metric: 'Reports', before: '', after: 'Reports after', howMeasured: '' },
  ]);
});

test('two administrators change the measured results: each version is readable @full', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/status of 409/);
  const ours = { metric: 'Stops', before: '', after: 'none', howMeasured: '' };
  const theirs = { metric: 'Stops', before: 'Theirs', after: 'none', howMeasured: 'Counted.' };
  const project = await buildProject(site.db, {
    title: uniqueTitle('Results'),
    results: JSON.stringify([ours, { ...ours, metric: 'Reports' }]),
  });
  await openList(page, 'projects');
  await rowOf(page, project.title).getByRole('button', { name: /Edit/ }).click();
  const form = editDialog(page);
  await form.getByLabel('Before (optional)').first().fill('Mine');
  await site.db
    .updateTable('projects')
    .set({ results: JSON.stringify([theirs]) })
    .where('id', '=', project.id)
    .execute();
  await form.getByRole('button', { name: 'Save Changes' }).press('Enter');
  const versions = conflictOf(form).getByRole('row').filter({ hasText: 'Measured results' });
  await expect(versions.getByRole('cell')).toHaveText([
    'Stops, Mine, none\nReports, none',
    'Stops, Theirs, none, Counted.',
  ]);
});

test('two administrators edit one project: the slower one sees both versions @full', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/status of 409/);
  const project = await buildProject(site.db, { title: uniqueTitle('Shared') });
  await openList(page, 'projects');
  await rowOf(page, project.title).getByRole('button', { name: /Edit/ }).click();
  const form = editDialog(page);
  await form.getByLabel('Client name').fill('My client');
  await site.db
    .updateTable('projects')
    .set({ clientName: 'Their client' })
    .where('id', '=', project.id)
    .execute();
  // The list behind the dialog follows automatically.
  await expect(page.locator('tbody')).toContainText('Their client');
  await form.getByLabel('Client name').press('Control+s');
  const conflict = conflictOf(form);
  await expect(conflict).toContainText('My client');
  await expect(conflict).toContainText('Their client');
  await conflict.getByRole('button', { name: 'Overwrite' }).press('Enter');
  await expect(form).toBeHidden();
  await expect(rowOf(page, project.title)).toContainText('My client');
});

test('a project is deleted after a question, found among the deleted ones and restored @full', async ({
  admin: page,
  site,
}) => {
  const project = await buildProject(site.db, {
    title: uniqueTitle('To delete'),
    challengeText: 'Why',
    clientQuote: 'Good',
    clientName: 'Aras',
  });
  await openList(page, 'projects');
  await expectAccessibleState(page);
  const row = rowOf(page, project.title);
  await row.getByRole('button', { name: /Delete/ }).click();
  const question = page.getByRole('dialog', { name: 'Delete project' });
  await expect(question).toContainText('Are you sure you want to delete this project?');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(row).toBeVisible();

  const statusOfPage = async () => (await page.request.get(`/portfolio/${project.id}`)).status();
  await deleteAndRestore(page, {
    name: project.title,
    question,
    kind: 'Project',
    filter: 'Status',
    whileDeleted: () => expect.poll(statusOfPage).toBe(404),
  });
  await page.getByLabel('Status').selectOption('All Status');
  await expect(row).toBeVisible();
  await expect.poll(statusOfPage).toBe(200);

  await page.goto(`/admin/preview/project/${project.id}`);
  await expect(page.getByRole('heading', { level: 1, name: project.title })).toBeVisible();
  await expectAccessible(page);
});

test('the list is searched and filtered, and the address holds it @full', async ({
  admin: page,
  site,
}) => {
  const word = uniqueTitle('Süzgeç');
  await buildProject(site.db, { title: `${word} A`, industryCategory: 'Finance' });
  await buildProject(site.db, { title: `${word} B`, isPublished: false });
  await openList(page, 'projects');
  await page.getByLabel('Search projects').fill(word.toLocaleUpperCase('tr'));
  await expect(page.getByRole('rowheader')).toHaveText([`${word} B`, `${word} A`]);
  await page.getByLabel('Industry').selectOption('Finance');
  await expect(page.getByRole('rowheader')).toHaveText([`${word} A`]);
  await page.reload();
  await expect(page.getByRole('rowheader')).toHaveText([`${word} A`]);
  await page.getByLabel('Status').selectOption('Draft');
  await expect(page.getByText('No projects found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});

test('a server that fails is told by toast and on the screen @full', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/status of 500/);
  const project = await buildProject(site.db, { title: uniqueTitle('Failing') });
  const calls = await breakCalls(page, /\/api\/admin\/projects/, 500, 'It broke.');
  await expectLoadAndDeleteFail(page, {
    calls,
    message: 'It broke.',
    screen: 'projects',
    kind: 'project',
    name: project.title,
  });

  calls.failing = 'PUT';
  await rowOf(page, project.title).getByRole('button', { name: /Edit/ }).click();
  await editDialog(page).getByLabel('Title').press('End');
  await editDialog(page).getByLabel('Title').pressSequentially('!');
  await editDialog(page).getByLabel('Title').press('Control+s');
  await expectToast(page, 'Failed to save project', 'Error');
  await expect(editDialog(page).getByLabel('Title')).toHaveValue(`${project.title}!`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible();
});

test('hostile texts are shown as they were typed @full', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/status of 404/);
  const hostile = `<img src=x onerror="alert(1)">'"--> ${uniqueTitle('x')}`;
  const project = await buildProject(site.db, {
    title: hostile,
    clientName: '<script>alert(2)</script>',
    clientQuote: '<iframe src=javascript:alert(3)>',
    fullDescription: '<svg onload=alert(4)>',
    challengeText: '<b onclick=alert(5)>x</b>',
    techStack: ['<img src=x onerror=alert(6)>'],
    isPublished: false,
  });
  page.on('dialog', () => {
    throw new Error('a script ran');
  });
  await openList(page, 'projects');
  await expect(rowOf(page, hostile)).toContainText('<script>alert(2)</script>');
  await page.goto(`/admin/preview/project/${project.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostile);
  await expect(page.locator('article')).toContainText('<svg onload=alert(4)>');
  expect(await page.locator('article img, article script, article iframe').count()).toBe(0);
  await page.goto('/admin/preview/project/none');
  await expect(page.getByText('This project does not exist any more.')).toBeVisible();
});
