import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { ERROR_PAGES, LOAD_FAILURE_MESSAGES } from '#shared/load-failures/messages.ts';
import { expect, test, waitUntilInteractive } from '#tests/support/browser/e2e.ts';
import { openPage } from '#tests/support/browser/site.ts';

const NO_POSTS = 'No blog posts found for the selected category.';

function header(page: Page) {
  return page.getByRole('banner');
}

test('a missing table leads to the specified states', async ({ page, site, problems }) => {
  problems.allow(/503/);
  await openPage(page, '/blog');
  await site.db.transaction().execute(async (tx) => {
    // Invalidates every cached page that was made from the table.
    await sql`delete from blog_posts where false`.execute(tx);
    await sql`alter table blog_posts rename to taken_away`.execute(tx);
  });
  try {
    await page.getByRole('article').first().getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Post Not Found' })).toBeVisible();
    await expect(page.getByText(LOAD_FAILURE_MESSAGES.unavailable)).toBeVisible();
    await expect(page.getByText("doesn't exist")).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to Blog' }).click();
    await expect(page.getByText(NO_POSTS)).toBeVisible();
    await page.reload();
    await expect(page.getByText(NO_POSTS)).toBeVisible();
    await waitUntilInteractive(page);
    await header(page).getByRole('link').first().click();
    await expect(page.getByText('Failed to load blog posts')).toBeVisible();
  } finally {
    await sql`alter table taken_away rename to blog_posts`.execute(site.db);
  }
  await page.goto('/blog');
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('offline pages say so, and load once online', async ({ page, context, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|Failed to (?:load|fetch)/);
  // The scripts of both pages are loaded.
  await openPage(page, '/blog');
  await page.getByRole('article').last().getByRole('link').click();
  await page.getByRole('link', { name: 'Back to Blog' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
  const title = await page.getByRole('article').first().getByRole('heading').textContent();
  await context.setOffline(true);
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Post Not Found' })).toBeVisible();
  await expect(page.getByText(LOAD_FAILURE_MESSAGES.offline)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  await expect(page.getByText(NO_POSTS)).toBeVisible();
  await expect(page.getByText(LOAD_FAILURE_MESSAGES.offline)).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('article').first()).toContainText(title ?? 'a title');
});

test('an unreachable site is not a recorded error @full', async ({ page, problems }) => {
  problems.allow(/ERR_FAILED|Failed to (?:load|fetch)/);
  await openPage(page, '/faq');
  await page.route('**/*.data*', (route) => route.abort());
  await page.locator('footer').getByRole('link', { name: 'Terms of Service' }).click();
  const { heading: name } = ERROR_PAGES.unreachable;
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(header(page)).toBeVisible();
  await expect(page.getByText('has been recorded')).toHaveCount(0);
  await header(page).getByRole('link').first().click();
  await expect(page.getByText('Failed to load testimonials')).toBeVisible();
});
