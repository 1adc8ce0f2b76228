import type { Page } from '@playwright/test';

type Act = (page: Page) => Promise<unknown>;

/** An interaction on the page at a path; `prepare` is not measured. */
export type Interaction = readonly [name: string, path: string, act: Act, prepare?: Act];

const click =
  (selector: string): Act =>
  (page) =>
    page.locator(selector).first().click();
const press =
  (key: string): Act =>
  (page) =>
    page.keyboard.press(key);
const type =
  (selector: string, text: string): Act =>
  (page) =>
    page.locator(selector).first().pressSequentially(text);
const scrollTo =
  (selector: string): Act =>
  (page) =>
    page.locator(selector).first().scrollIntoViewIfNeeded();

const openDemo: Act = async (page) => {
  await scrollTo('#demo')(page);
  await page.locator('.desk-views').waitFor();
};
const openProject: Act = async (page) => {
  await click('role=link[name="Shipment Desk for Road Freight"]')(page);
  await scrollTo('#gallery-heading')(page);
};
const enlargeImage = click('role=region[name="More pictures"] >> role=link');
const openFirst: Act = async (page) => {
  await click('[data-row] [data-row-stop]')(page);
  await page.locator('[role=dialog], dialog[open], [data-panel]').first().waitFor();
};

const NEXT_TESTIMONIAL = 'role=button[name="Next testimonial"]';
const SUBMIT = 'form button[type="submit"]';
const CHECKBOX = 'input[type="checkbox"]';

export const SITE_INTERACTIONS: readonly Interaction[] = [
  ['switch the theme', '/', click('.theme-switch')],
  ['open the menu', '/', click('header summary:visible >> nth=-1')],
  ['next testimonial', '/', click(NEXT_TESTIMONIAL), scrollTo(NEXT_TESTIMONIAL)],
  ['search in the demo', '/', type('#demo input', 'Konya'), openDemo],
  ['open a shipment of the demo', '/', click('#demo tbody button >> nth=1'), openDemo],
  ['another view of the demo', '/', click('.desk-views button >> nth=1'), openDemo],
  ['follow a link', '/', click('main a[href="/contact"]'), scrollTo('main a[href="/contact"]')],
  ['filter the posts', '/blog', click('main nav a, main a[href*="category="] >> nth=1')],
  ['open a post', '/blog', click('main a[href^="/blog/"]')],
  ['filter the projects', '/portfolio', click('role=link[name="Finance"s]')],
  ['open a project', '/portfolio', click('main a[href^="/portfolio/"]')],
  ['enlarge an image', '/portfolio', enlargeImage, openProject],
  [
    'next image',
    '/portfolio',
    click('role=button[name="Next picture"]'),
    async (page) => {
      await openProject(page);
      await enlargeImage(page);
    },
  ],
  ['filter the questions', '/faq', click('main .chip >> nth=1')],
  ['open a question', '/faq', click('main summary')],
  [
    'type in the message',
    '/contact',
    type('textarea', 'When could we begin?'),
    scrollTo('textarea'),
  ],
  ['send an empty message', '/contact', click(SUBMIT), scrollTo(SUBMIT)],
  ['zoom the map', '/contact', click('role=button[name=/zoom in/i]'), scrollTo('.city-map')],
  ['type in the description', '/order', type('textarea', 'We ship tiles.'), scrollTo('textarea')],
  ['tick a feature', '/order', click(`main label:has(${CHECKBOX})`), scrollTo(CHECKBOX)],
  ['submit an empty order', '/order', click(SUBMIT), scrollTo(SUBMIT)],
];

export const ADMIN_INTERACTIONS: readonly Interaction[] = [
  ['go to orders', '/admin', click('role=link[name=/^Orders/]')],
  ['go to messages', '/admin/orders', click('role=link[name=/^Messages/]')],
  ['open an order', '/admin/orders', openFirst],
  ['next order', '/admin/orders', press('j'), openFirst],
  ['close an order', '/admin/orders', press('Escape'), openFirst],
  ['open a message', '/admin/messages', openFirst],
  ['search the orders', '/admin/orders', type('role=searchbox', 'invoice')],
  ['filter the orders', '/admin/orders', (page) => page.press('main select >> nth=0', 'ArrowDown')],
  ['sort the orders', '/admin/orders', click('th[aria-sort] button')],
  ['choose all orders shown', '/admin/orders', click(`thead ${CHECKBOX}`)],
  ['next row by key', '/admin/orders', press('j')],
  ['open the palette', '/admin/orders', press('Control+k')],
  ['type in the palette', '/admin/orders', (page) => page.keyboard.type('set'), press('Control+k')],
  ['help with shortcuts', '/admin/orders', press('?')],
  ['a tab of the dashboard', '/admin', click('role=tab >> nth=1')],
  ['switch the theme', '/admin/orders', click('.theme-switch')],
  ['new question', '/admin/faqs', click('[data-shortcut-new]')],
  ['open a post', '/admin/blog', click('[data-action="edit"]')],
  [
    'type in a post',
    '/admin/blog?new=1',
    (page) => page.keyboard.type('The figures of the week'),
    click('textarea >> nth=-1'),
  ],
  ['a tab of the settings', '/admin/settings', click('role=tab >> nth=1')],
];
