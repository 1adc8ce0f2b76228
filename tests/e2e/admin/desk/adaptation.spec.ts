import { chromium, type Locator, type Page } from '@playwright/test';
import { v7 as uuidV7 } from 'uuid';
import { signInAs, type TestAccount } from '#tests/support/browser/admin-e2e.ts';
import { buildMessage, buildOrder } from '#tests/support/browser/admin-leads.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '#tests/support/browser/browser.ts';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';
import { listCutControls, listSmallTargets } from '#tests/support/browser/targets.ts';

const SCREENS = [
  '/admin',
  '/admin?tab=security',
  '/admin?tab=ddos',
  '/admin?tab=ddos&view=events',
  '/admin?tab=ddos&view=requests',
  '/admin?tab=ddos&view=rules',
  '/admin/orders',
  '/admin/messages',
  '/admin/blog',
  '/admin/blog?new=1',
  '/admin/projects',
  '/admin/projects?new=1',
  '/admin/faqs',
  '/admin/clients',
  '/admin/testimonials',
  '/admin/testimonials?new=1',
  '/admin/team-members',
  '/admin/contact-audit',
  '/admin/settings',
  '/admin/settings?tab=maintenance',
  '/admin/settings?tab=copyright',
  '/admin/settings?tab=social',
  '/admin/settings?tab=policies',
  '/admin/reports',
  '/admin/security',
];

const FIRST_LOAD = { timeout: 20_000 };

test.beforeEach(async ({ site }) => {
  await buildOrder(site.db);
  await buildMessage(site.db);
  await site.db
    .insertInto('securityEvents')
    .values({ ipAddress: '203.0.113.1', threatScore: 85, eventType: 'high_threat' })
    .execute();
  await site.db
    .insertInto('ipSecurityRules')
    .values({ id: uuidV7(), ipAddress: '203.0.113.77', ruleType: 'suspicious', reason: 'Test' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
});

/** Opens a screen as its reader sees it: everything it asks for is there. */
async function openScreen(page: Page, screen: string): Promise<void> {
  await page.goto(screen);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached(FIRST_LOAD);
  const pending = page.locator('[aria-busy="true"], .skeleton, [class*="animate-spin"]');
  await expect(pending).toHaveCount(0, FIRST_LOAD);
}

/** What there is to find on the login page and on every screen behind it. */
async function walk(
  page: Page,
  account: TestAccount,
  find: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const screen of ['/adminloginpage', ...SCREENS]) {
    if (screen === SCREENS[0]) await signInAs(page, account);
    await openScreen(page, screen);
    found.push(...(await find(page)).map((finding) => `${screen}: ${finding}`));
  }
  return found;
}

test('a finger meets every control of every screen', async ({ browser, site, account }) => {
  test.setTimeout(240_000);
  for (const width of [360, 1024]) {
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: { width, height: 780 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    expect.soft(await walk(page, account, listSmallTargets), `${width} px`).toEqual([]);
    await context.close();
  }
});

async function listOverflow(page: Page): Promise<string[]> {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return [
    ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
    ...(await listCutControls(page)),
  ];
}

test('no screen is cut or scrolls sideways at 360 px', async ({ page, account }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await walk(page, account, listOverflow)).toEqual([]);
});

async function walkWithLargeFont(
  site: Site,
  account: TestAccount,
  width: number,
): Promise<string[]> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [...BROWSER_ARGUMENTS, '--blink-settings=defaultFontSize=32'],
  });
  try {
    const page = await browser.newPage({ baseURL: site.url, viewport: { width, height: 900 } });
    await openScreen(page, '/adminloginpage');
    const root = page.locator(':root');
    await expect(root).toHaveCSS('font-size', '32px');
    return await walk(page, account, listOverflow);
  } finally {
    await browser.close();
  }
}

test('no screen is cut or scrolls sideways with a browser font of 32 px', async ({
  site,
  account,
}) => {
  test.setTimeout(240_000);
  for (const width of [1280, 720]) {
    expect.soft(await walkWithLargeFont(site, account, width), `${width} px`).toEqual([]);
  }
});

type State = { name: string; screen: string; control: (page: Page) => Locator; attribute: string };

/** Controls that are in one of two states, by the attribute that says which. */
const STATES: State[] = [
  {
    name: 'the screen of the sidebar',
    screen: '/admin/orders',
    control: (page) => page.getByRole('navigation').getByRole('link', { name: 'Orders' }),
    attribute: 'aria-current',
  },
  {
    name: 'a tab',
    screen: '/admin/settings',
    control: (page) => page.getByRole('tab', { name: 'Logos' }),
    attribute: 'aria-selected',
  },
  {
    name: 'the protection mode',
    screen: '/admin?tab=ddos',
    control: (page) => page.getByRole('button', { name: 'On', exact: true }),
    attribute: 'aria-pressed',
  },
  {
    name: 'a selected row',
    screen: '/admin/orders',
    control: (page) => page.getByRole('table').getByRole('row').nth(1),
    attribute: 'aria-selected',
  },
];

/** A box that is on and the same box that is off. */
async function expectTwoVariants(box: Locator): Promise<void> {
  const paint = async (isOn: boolean) => {
    await box.evaluate((input: HTMLInputElement, checked) => {
      input.checked = checked;
    }, isOn);
    return box.screenshot({ animations: 'disabled' });
  };
  expect((await paint(true)).equals(await paint(false))).toBe(false);
}

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

  for (const { name, screen, control, attribute } of STATES) {
    test(`${name} looks different when it is chosen`, async ({ admin: page }) => {
      await openScreen(page, screen);
      const shown = control(page);
      const paint = async (value: string) => {
        await shown.evaluate((element, given) => element.setAttribute(...given), [
          attribute,
          value,
        ] as [string, string]);
        return shown.screenshot({ animations: 'disabled' });
      };
      const chosen = attribute === 'aria-current' ? 'page' : 'true';
      expect((await paint(chosen)).equals(await paint('false'))).toBe(false);
    });
  }

  test('a switch and a box look different when they are on', async ({ admin: page }) => {
    await openScreen(page, '/admin/settings?tab=maintenance');
    await expectTwoVariants(page.getByRole('switch'));
    await openScreen(page, '/admin/orders');
    await expectTwoVariants(page.getByRole('checkbox').first());
  });

  test('the entry of the palette that Enter opens is framed', async ({ admin: page }) => {
    await openScreen(page, '/admin/orders');
    await page.keyboard.press('Control+k');
    const options = page.getByRole('dialog', { name: 'Find' }).getByRole('option');
    await expect(options.first()).toBeVisible();
    const shown = options.first();
    const paint = async (isSelected: boolean) => {
      await shown.evaluate((element, value) => {
        (element as HTMLElement).dataset['selected'] = String(value);
      }, isSelected);
      return shown.screenshot({ animations: 'disabled' });
    };
    expect((await paint(true)).equals(await paint(false))).toBe(false);
  });

  test('badges and bars are seen', async ({ admin: page }) => {
    await openScreen(page, '/admin/reports');
    const bar = page.getByRole('table').locator('svg rect').first();
    const [fill, behind] = await bar.evaluate((rect) => [
      getComputedStyle(rect).fill,
      getComputedStyle(document.body).backgroundColor,
    ]);
    expect(fill).not.toBe(behind);
    await openScreen(page, '/admin/blog');
    const border = await page
      .locator('.admin-badge')
      .first()
      .evaluate((badge) => getComputedStyle(badge).borderTopWidth);
    expect(border).toBe('1px');
  });
});
