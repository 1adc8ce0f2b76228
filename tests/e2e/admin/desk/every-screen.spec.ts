import type { Page } from '@playwright/test';
import { v7 as uuidV7 } from 'uuid';
import { openScreen, waitUntilLoaded } from '#tests/support/browser/admin-content.ts';
import { buildMessage, buildOrder } from '#tests/support/browser/admin-leads.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { listFindings } from '#tests/support/browser/media.ts';
import { DESK_SCREENS } from '#tests/support/browser/pages.ts';

// The last file of the suite: side by side, so that no worker waits for the other one.
test.describe.configure({ mode: 'parallel' });

/** Tabs lie within tabs; what stands beside them as well is alike. */
const MAX_DEPTH = 2;

test.beforeEach(async ({ site }) => {
  const order = await buildOrder(site.db);
  const message = await buildMessage(site.db, { email: order.email });
  await site.db
    .insertInto('conversations')
    .values({ id: uuidV7(), orderId: order.id, messageId: message.id })
    .execute();
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

/** Opens each tab of the screen and those within it; names the one that is open. */
async function* openTabs(page: Page, depth = 0): AsyncGenerator<string> {
  const list = page.getByRole('main').getByRole('tablist').nth(depth);
  if (depth === MAX_DEPTH || (await list.count()) === 0) {
    yield '';
    return;
  }
  for (const tab of await list.getByRole('tab').all()) {
    await tab.click();
    // Until then the tab lists inside the previous panel are still there.
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await waitUntilLoaded(page);
    for await (const within of openTabs(page, depth + 1)) {
      yield ` › ${await tab.innerText()}${within}`;
    }
  }
}

/** Shows everything that a screen has: its tabs, the form of a new record and the first record of its list. */
async function* openStates(page: Page): AsyncGenerator<string> {
  yield* openTabs(page);
  const dialog = page.getByRole('dialog');
  for (const [name, opener] of [
    ['the form of a new one', page.locator('[data-shortcut-new]')],
    ['the first one', page.locator('[data-row][class*="cursor-pointer"] th')],
  ] as const) {
    if ((await opener.count()) === 0) continue;
    await opener.first().click();
    await expect(dialog).toBeVisible();
    await waitUntilLoaded(page);
    yield `, ${name}`;
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
}

function listEmptyChoices(page: Page): Promise<string[]> {
  return page.locator('option').evaluateAll((options) =>
    (options as HTMLOptionElement[])
      // A choice that must be made begins with a prompt.
      .filter(({ value, text }) => value.trim() === '' && !text.startsWith('Choose '))
      .map(({ outerHTML }) => outerHTML),
  );
}

for (const screen of DESK_SCREENS) {
  test(`${screen} has no finding in any medium`, async ({ admin: page }) => {
    test.setTimeout(300_000);
    await openScreen(page, screen);
    for await (const state of openStates(page)) {
      expect.soft(await listFindings(page), `${screen}${state}`).toEqual([]);
      expect.soft(await listEmptyChoices(page), `${screen}${state}`).toEqual([]);
    }
  });
}
