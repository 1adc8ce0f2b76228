import type { Page } from '@playwright/test';
import type { Interaction } from './measure.ts';

const openFirst = async (page: Page) => {
  await page.locator('[data-row] [data-row-stop]').first().click();
  await page.getByRole('dialog').or(page.locator('[data-panel]')).first().waitFor();
};

const press = (key: string) => (page: Page) => page.keyboard.press(key);

/** The twenty commonest of the back office, with a thousand orders and messages. */
export const DESK_INTERACTIONS: readonly Interaction[] = [
  {
    name: 'go to orders',
    path: '/admin',
    act: (page) =>
      page
        .getByRole('link', { name: /^Orders/ })
        .first()
        .click(),
  },
  {
    name: 'go to messages',
    path: '/admin/orders',
    act: (page) =>
      page
        .getByRole('link', { name: /^Messages/ })
        .first()
        .click(),
  },
  { name: 'open an order', path: '/admin/orders', act: openFirst },
  { name: 'next order', path: '/admin/orders', prepare: openFirst, act: press('j') },
  { name: 'close an order', path: '/admin/orders', prepare: openFirst, act: press('Escape') },
  { name: 'open a message', path: '/admin/messages', act: openFirst },
  {
    name: 'search the orders',
    path: '/admin/orders',
    act: (page) => page.getByRole('searchbox').first().pressSequentially('invoice'),
  },
  {
    name: 'filter the orders',
    path: '/admin/orders',
    act: (page) => page.locator('main select').first().press('ArrowDown'),
  },
  {
    name: 'sort the orders',
    path: '/admin/orders',
    act: (page) => page.locator('th[aria-sort] button').first().click(),
  },
  {
    name: 'choose all orders shown',
    path: '/admin/orders',
    act: (page) => page.locator('thead input[type="checkbox"]').click(),
  },
  {
    name: 'next row by key',
    path: '/admin/orders',
    act: press('j'),
  },
  { name: 'open the palette', path: '/admin/orders', act: press('Control+k') },
  {
    name: 'type in the palette',
    path: '/admin/orders',
    prepare: press('Control+k'),
    act: (page) => page.keyboard.type('set'),
  },
  { name: 'help with shortcuts', path: '/admin/orders', act: press('?') },
  {
    name: 'a tab of the dashboard',
    path: '/admin',
    act: (page) => page.getByRole('tab').nth(1).click(),
  },
  {
    name: 'switch the theme',
    path: '/admin/orders',
    act: (page) => page.locator('.theme-switch').click(),
  },
  {
    name: 'new question',
    path: '/admin/faqs',
    act: (page) => page.locator('[data-shortcut-new]').click(),
  },
  {
    name: 'open a post',
    path: '/admin/blog',
    act: (page) => page.locator('[data-action="edit"]').first().click(),
  },
  {
    name: 'type in a post',
    path: '/admin/blog?new=1',
    prepare: (page) => page.locator('textarea').last().click(),
    act: (page) => page.keyboard.type('The figures of the week'),
  },
  {
    name: 'a tab of the settings',
    path: '/admin/settings',
    act: (page) => page.getByRole('tab').nth(1).click(),
  },
];
