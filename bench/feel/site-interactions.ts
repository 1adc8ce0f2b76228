import type { Page } from '@playwright/test';
import type { Interaction } from './measure.ts';

const scrollTo = (selector: string) => (page: Page) =>
  page.locator(selector).first().scrollIntoViewIfNeeded();

const openProject = async (page: Page) => {
  await page.getByRole('link', { name: 'Shipment Desk for Road Freight' }).first().click();
  await page.locator('#gallery-heading').scrollIntoViewIfNeeded();
};
const enlargeImage = (page: Page) =>
  page.getByRole('region', { name: 'More pictures' }).getByRole('link').first().click();
const nearDemo = async (page: Page) => {
  await scrollTo('#demo')(page);
  await page.locator('.desk-views').waitFor();
};

/** What a visitor does with a phone. */
export const SITE_INTERACTIONS: readonly Interaction[] = [
  {
    name: 'switch the theme',
    path: '/',
    act: (page) => page.locator('.theme-switch').click(),
  },
  {
    name: 'open the menu',
    path: '/',
    act: (page) => page.locator('header summary:visible').last().click(),
  },
  {
    name: 'next testimonial',
    path: '/',
    prepare: scrollTo('[aria-label="Next testimonial"]'),
    act: (page) => page.getByRole('button', { name: 'Next testimonial' }).click(),
  },
  {
    name: 'search in the demo',
    path: '/',
    prepare: nearDemo,
    act: (page) => page.locator('#demo input').first().pressSequentially('Konya'),
  },
  {
    name: 'open a shipment of the demo',
    path: '/',
    prepare: nearDemo,
    act: (page) => page.locator('#demo tbody button').nth(1).click(),
  },
  {
    name: 'another view of the demo',
    path: '/',
    prepare: nearDemo,
    act: (page) => page.locator('.desk-views button').nth(1).click(),
  },
  {
    name: 'follow a link',
    path: '/',
    prepare: scrollTo('main a[href="/contact"]'),
    act: (page) => page.locator('main a[href="/contact"]').first().click(),
  },
  {
    name: 'filter the posts',
    path: '/blog',
    act: (page) => page.locator('main nav a, main a[href*="category="]').nth(1).click(),
  },
  {
    name: 'open a post',
    path: '/blog',
    act: (page) => page.locator('main a[href^="/blog/"]').first().click(),
  },
  {
    name: 'filter the projects',
    path: '/portfolio',
    act: (page) => page.getByRole('link', { name: 'Finance', exact: true }).click(),
  },
  {
    name: 'open a project',
    path: '/portfolio',
    act: (page) => page.locator('main a[href^="/portfolio/"]').first().click(),
  },
  {
    name: 'enlarge an image',
    path: '/portfolio',
    prepare: openProject,
    act: enlargeImage,
  },
  {
    name: 'next image',
    path: '/portfolio',
    async prepare(page) {
      await openProject(page);
      await enlargeImage(page);
    },
    act: (page) => page.getByRole('button', { name: 'Next picture' }).click(),
  },
  {
    name: 'filter the questions',
    path: '/faq',
    act: (page) => page.locator('main .chip').nth(1).click(),
  },
  {
    name: 'open a question',
    path: '/faq',
    act: (page) => page.locator('main summary').first().click(),
  },
  {
    name: 'type in the message',
    path: '/contact',
    prepare: scrollTo('textarea'),
    act: (page) => page.locator('textarea').pressSequentially('When could we begin?'),
  },
  {
    name: 'send an empty message',
    path: '/contact',
    prepare: scrollTo('form button[type="submit"]'),
    act: (page) => page.locator('form button[type="submit"]').click(),
  },
  {
    name: 'zoom the map',
    path: '/contact',
    prepare: scrollTo('.city-map'),
    act: (page) => page.getByRole('button', { name: /zoom in/i }).click(),
  },
  {
    name: 'type in the description',
    path: '/order',
    prepare: scrollTo('textarea'),
    act: (page) => page.locator('textarea').first().pressSequentially('We ship tiles to Izmir.'),
  },
  {
    name: 'tick a feature',
    path: '/order',
    prepare: scrollTo('input[type="checkbox"]'),
    act: (page) => page.locator('main label:has(input[type="checkbox"])').first().click(),
  },
  {
    name: 'submit an empty order',
    path: '/order',
    prepare: scrollTo('form button[type="submit"]'),
    act: (page) => page.locator('form button[type="submit"]').click(),
  },
];
