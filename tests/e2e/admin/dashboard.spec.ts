import { buildMessage, buildOrder } from '#tests/support/browser/admin-leads.ts';
import { card, expectAccessibleState } from '#tests/support/browser/admin-content.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import { v7 as uuidV7 } from 'uuid';
import { blockReason, IP_RULE_MESSAGES } from '#shared/ip-rules/messages.ts';
import { PROTECTION_MESSAGES } from '#shared/traffic-protection/messages.ts';
import { readColour, readToken } from '#tests/support/browser/colours.ts';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';
import { buildLoggedRequests } from '#tests/support/traffic.ts';

test.beforeEach(async ({ site }) => {
  for (const table of [
    'orders',
    'contactMessages',
    'adminLoginAttempts',
    'securityEvents',
    'ddosRequestLogs',
    'ipSecurityRules',
    'adminSessions',
  ] as const) {
    await site.db.deleteFrom(table).execute();
  }
  await site.db.updateTable('trafficProtection').set({ mode: 'on', changedBy: null }).execute();
});

type Event = { ip: string; score: number; type?: string; reasons?: string[]; samples?: object[] };

async function buildEvents({ db }: Site, events: Event[]) {
  const rows = events.map(({ ip, score, type = 'ddos_block', reasons = [], samples = [] }) => ({
    ipAddress: ip,
    threatScore: score,
    eventType: type,
    reasons: JSON.stringify(reasons),
    samples: JSON.stringify(samples),
  }));
  await db.insertInto('securityEvents').values(rows).execute();
}

test('the overview counts what came in, and leads to it', async ({ admin: page, site }) => {
  for (const status of ['pending', 'completed', 'in-progress'] as const)
    await buildOrder(site.db, { status });
  for (const status of ['read', 'responded'] as const) await buildMessage(site.db, { status });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await expect(page.getByText('System Active')).toBeVisible();
  const tabs = page.getByRole('tablist', { name: 'Dashboard' }).getByRole('tab');
  await expect(tabs).toHaveText(['Business Overview', 'Security Status', 'DDoS Protection']);
  await expect(card(page, 'Total Orders')).toContainText('3');
  await expect(card(page, 'Total Orders')).not.toContainText('Needs attention');
  await expect(card(page, 'New Orders')).toContainText('1');
  await expect(card(page, 'New Orders')).toContainText('Needs attention');
  await expect(card(page, 'Total Messages')).toContainText('2');
  await expect(card(page, 'New Messages')).toContainText('0');
  await expect(card(page, 'New Messages')).not.toContainText('Needs attention');
  await expect(page.getByRole('img', { name: /^Orders per week: 3\./ })).toBeInViewport();
  await expect(page.getByRole('img', { name: /^Messages per week: 2\./ })).toBeInViewport();
  for (const [name, address] of [
    ['Review Orders', '/admin/orders?status=new'],
    ['Read Messages', '/admin/messages?status=new'],
    ['View Reports', '/admin/reports'],
  ] as const) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', address);
  }
  await tabs.first().press('ArrowRight');
  await expect(page).toHaveURL(/tab=security$/);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/tab=ddos$/);
  await expect(tabs.last()).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/tab=security$/);
  await expect(page.getByRole('tabpanel', { name: 'Security Status' })).toContainText(
    'bcrypt hashing',
  );
});

test('the security status shows sessions and sign-ins', async ({ admin: page, site }) => {
  await site.db
    .insertInto('adminLoginAttempts')
    .values(
      Array.from({ length: 12 }, (_, index) => ({
        username: `<b>name ${index}</b>`,
        ipAddress: '203.0.113.9',
        success: index % 2 === 0,
        createdAt: new Date(Date.now() - index * 60_000),
      })),
    )
    .execute();
  await page.goto('/admin?tab=security');
  for (const [title, text] of [
    ['Password Security', 'bcrypt hashing'],
    ['XSS Protection', 'Sanitisation of user content'],
    ['Session Security', 'Cryptographic tokens with 2-hour expiration'],
    ['Rate Limiting', 'Login attempts limited to 5 per hour per IP'],
    ['Active Sessions', '1'],
    ['Recent Failed Logins', '5'],
    ['Security Level', 'High'],
  ] as const) {
    await expect(card(page, title)).toContainText(text);
  }
  const rows = page.getByRole('table', { name: 'Recent login attempts' }).locator('tbody tr');
  await expect(rows).toHaveCount(5);
  await expect(rows.first()).toContainText(/<b>name 0<\/b>.*Success/s);
  await expect(rows.nth(1)).toContainText('Failed');
  await expect(rows.nth(1)).toContainText(/203\.0\.113\.9.*1 minute ago/s);
});

test('monitoring shows the figures of the day, and blocks a threat', async ({
  admin: page,
  site,
}) => {
  await buildEvents(site, [
    { ip: '203.0.113.1', score: 70 },
    { ip: '203.0.113.2', score: 69, type: 'rate_limit' },
    { ip: '203.0.113.3', score: 39, type: 'rate_limit' },
  ]);
  const request = { at: new Date(), ip: '203.0.113.1' };
  await buildLoggedRequests(site.db, [
    { at: new Date(), weight: 5_000_000 },
    { ...request, weight: 1_233 },
    { ...request, endpoint: '/api/submit-order', status: 201 },
  ]);
  await page.goto('/admin?tab=ddos');
  await expect(page.getByRole('tablist', { name: 'Monitoring' }).getByRole('tab')).toHaveText([
    'Overview',
    'Security Events',
    'Request Logs',
    'IP Rules',
  ]);
  await expect(card(page, 'Requests Today')).toContainText(/5,001,\d{3}/);
  await expect(card(page, 'Blocked Today')).toContainText('1');
  await expect(card(page, 'Unique IPs')).toContainText(/[2-4]/);
  // (70 + 69 + 39) / 3 = 59.3
  await expect(card(page, 'Avg Threat Score')).toContainText('59');
  await expect(
    page.getByRole('alert').filter({ hasText: /^1 event needs immediate attention$/ }),
  ).toBeVisible();
  const rows = page.getByRole('table', { name: 'Top threat IPs today' }).locator('tbody tr');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0).locator('[data-tone="red"]')).toHaveText('70 high');
  await expect(rows.nth(1).locator('[data-tone="yellow"]')).toHaveText('69 medium');
  await expect(rows.nth(2).locator('[data-tone="neutral"]')).toHaveText('39 low');

  await page.getByText('Show as a table').click();
  const hours = page.getByRole('region', { name: 'Traffic by hour, today, table' });
  const now = hours.getByRole('row').filter({ hasText: /5,001,\d{3}/ });
  await expect(now.getByRole('cell')).toHaveText([/5,001,\d{3}/, '1', '70']);
  await expect(page.getByRole('img', { name: /^Highest threat score by hour: 70/ })).toBeVisible();
  await page.getByText('How the threat score and a block come about').click();
  const signal = page
    .getByRole('table', { name: 'Signals' })
    .getByRole('row', { name: 'Failed sign-ins' });
  await expect(signal.getByRole('cell').last()).toHaveText('30 min');
  await expectAccessibleState(page);

  const block = page.getByRole('button', { name: 'Block 203.0.113.1' });
  await block.click();
  const dialog = page.getByRole('dialog', { name: 'Block 203.0.113.1?' });
  const effect = dialog.getByRole('region', { name: 'Effect of the rule' });
  await expect(effect).toContainText('In the last 7 days it would have stopped');
  await expect(effect.getByRole('listitem')).toHaveText([
    '1,234 requests',
    '1 address',
    '1 enquiry',
    '0 administrator sign-ins',
  ]);
  await expect(effect).toContainText(
    'Careful: this rule would have turned away 1 order or message',
  );
  await expectAccessibleState(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(block).toBeFocused();
  await block.click();
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(toast(page, 'IP 203.0.113.1 added to blacklist')).toContainText('Success');
  await expect(page.getByText('Blacklisted')).toBeVisible();
  const [rule] = await site.db.selectFrom('ipSecurityRules').selectAll().execute();
  const reason = 'Blocked because of threat score 70';
  expect(rule).toMatchObject({ ruleType: 'blacklist', reason });
});

test('events are scrolled, and the address of one is flagged @full', async ({
  admin: page,
  site,
}) => {
  const reasons = ['<i>410</i> requests', 'Failed sign-ins'];
  const at = '2026-11-21T10:00:00.000Z';
  const samples = [{ at, method: 'GET', path: '/<b>.env</b>', status: 404 }];
  const many = Array.from({ length: 48 }, (_, index) => ({ ip: `203.0.113.${index}`, score: 70 }));
  await buildEvents(site, [
    ...many,
    { ip: '2001:db8::1', score: 40, type: 'rate_limit', reasons, samples },
    {
      ip: '0.0.0.0',
      score: 0,
      type: 'protection_mode_changed',
      reasons: ['Changed from on to off on the command line'],
    },
  ]);
  await page.goto('/admin?tab=ddos&view=events');
  const alert = page.getByRole('alert').filter({ hasText: 'immediate attention' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const property of ['color', 'borderTopColor'] as const) {
      const [red = 0, green = 0, blue = 0] = await readColour(alert, property);
      expect([red, green, blue], colorScheme).toEqual(await readToken(alert, 'alert'));
      expect(red, colorScheme).toBeGreaterThan(1.5 * Math.max(green, blue));
    }
  }
  const frame = page.getByRole('region', { name: 'Security events' });
  const flags = frame.getByRole('button', { name: /^Flag/ });
  await expect(flags).toHaveCount(49);
  expect((await frame.boundingBox())?.height).toBeLessThan(800);
  await expect(flags.last()).not.toBeInViewport();
  await frame.focus();
  await page.keyboard.press('End');
  await expect(flags.last()).toBeInViewport();

  const events = page.getByRole('table', { name: 'Security events' });
  const modeChange = events.getByRole('row', { name: 'protection_mode_changed' });
  await expect(modeChange).toContainText('Changed from on to off on the command line');
  await expect(modeChange.getByRole('cell', { name: 'Command line', exact: true })).toBeVisible();
  await expect(modeChange.getByRole('button'), 'no address to flag').toHaveCount(1);
  const row = events.getByRole('row').filter({ hasText: '<i>410</i> requests and 1 more' });
  const details = row.getByRole('button', { name: 'Details of Rate limit, 2001:db8::1' });
  await details.click();
  await expect(details).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('listitem').filter({ hasText: 'Failed sign-ins' })).toBeVisible();
  const sample = page.getByRole('table', { name: 'Sample requests of 2001:db8::1' });
  await expect(sample.getByRole('row').last()).toContainText('GET /<b>.env</b>404');
  await expectAccessibleState(page);
  await details.click();
  await expect(sample).toBeHidden();
  await row.getByRole('button', { name: 'Flag' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('No request of the last 7 days came from');
  await expect(dialog).toContainText('One visitor usually has the whole range');
  await dialog.getByRole('button', { name: 'Flag' }).click();
  await expect(toast(page, 'IP 2001:db8::/64 added to suspicious')).toBeVisible();
  const [rule] = await site.db.selectFrom('ipSecurityRules').selectAll().execute();
  expect(rule?.reason).toBe('Flagged because of event rate_limit');
});

test('a rule is added after its effect is shown, and removed', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/400|500/);
  await buildLoggedRequests(site.db, [
    { at: new Date(), ip: '203.0.113.1', weight: 5 },
    { at: new Date(), ip: '203.0.113.2', endpoint: '/contact', status: 303 },
  ]);
  await page.goto('/admin?tab=ddos&view=rules');
  await expect(page.getByText('No IP rules')).toBeVisible();
  await page.getByRole('button', { name: 'Add IP rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add IP rule' });
  const address = dialog.getByLabel('IP address or range');
  const reason = dialog.getByLabel('Reason');
  const effect = dialog.getByRole('region', { name: 'Effect of the rule' });
  const save = dialog.getByRole('button', { name: 'Add rule' });
  await expect(address).toBeFocused();
  await save.click();
  const summary = dialog.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary).toContainText(IP_RULE_MESSAGES.address);
  await expect(summary).toContainText(IP_RULE_MESSAGES.reason);
  await expectAccessibleState(page);

  await reason.fill('Scans for "admin" pages');
  await expect(effect).toContainText('Enter an address or a range');
  await address.fill('127.0.0.1');
  await save.click();
  await expect(summary).toContainText(IP_RULE_MESSAGES.loopback);
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await expect(toast(page, 'Failed to add IP rule').first()).toBeVisible();
  await expect(effect).toContainText(`The rule would be refused. ${IP_RULE_MESSAGES.loopback}`);
  await page.route('**/api/admin/ip-rules/preview', (route) => route.fulfill({ status: 500 }));
  await address.fill('203.0.113.77/24');
  await expect(effect).toContainText(IP_RULE_MESSAGES.previewFailed);
  await page.unroute('**/api/admin/ip-rules/preview');
  await effect.getByRole('button', { name: 'Count again' }).click();
  await expect(effect.getByRole('listitem').first()).toHaveText('6 requests');
  await expect(effect).toContainText('Careful: this rule would have turned away 1 order');
  await dialog.getByLabel('Type').selectOption('Suspicious');
  await expect(effect).toContainText('it would have held to tighter limits');
  await expect(effect).toContainText('In no minute were there more requests than that.');
  await expect(effect).not.toContainText('Careful');
  await dialog.getByLabel('Type').selectOption('Blacklist');
  await dialog.getByLabel('Ends').fill('2099-01-01T10:00');
  await save.click();
  await expect(toast(page, 'IP 203.0.113.0/24 added to blacklist')).toBeVisible();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('table', { name: 'IP rules' }).locator('tbody tr');
  await expect(row).toContainText(
    /203\.0\.113\.0\/24.*Blacklist.*Scans for "admin" pages.*Jan 01, 2099 10:00/s,
  );

  const remove = row.getByRole('button', { name: 'Remove' });
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Remove' });
  await page.route('**/api/admin/ip-rules/*', (route) => route.fulfill({ status: 400 }));
  await remove.click();
  await confirm.click();
  await expect(toast(page, 'Failed to remove IP rule')).toBeVisible();
  await page.unroute('**/api/admin/ip-rules/*');
  await remove.click();
  await confirm.click();
  await expect(toast(page, 'IP rule removed')).toBeVisible();
  await expect(page.getByText('No IP rules')).toBeVisible();
  expect(await site.db.selectFrom('ipSecurityRules').selectAll().execute()).toEqual([]);
});

test('the mode of protection is changed after a question', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/409/);
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);
  const automatic = { ruleType: 'blacklist' as const, reason: blockReason(83) };
  const flag = { ruleType: 'suspicious' as const, expiresAt: minutes(-1) };
  await site.db
    .insertInto('ipSecurityRules')
    .values([
      { id: uuidV7(), ipAddress: '203.0.113.1', ...automatic, expiresAt: minutes(8.5) },
      { id: uuidV7(), ipAddress: '203.0.113.2', ...flag },
    ])
    .execute();
  await page.goto('/admin?tab=ddos&view=rules');
  const row = (address: string) =>
    page.getByRole('table', { name: 'IP rules' }).getByRole('row', { name: address });
  await expect(row('203.0.113.1')).toContainText(/Automatic.*in 8 minutes/s);
  await expect(row('203.0.113.2')).toContainText('Expired');
  await expect(row('203.0.113.2')).not.toContainText('Automatic');

  const modes = page.getByRole('group', { name: 'Protection mode' });
  const choose = (name: string) => modes.getByRole('button', { name }).click();
  const pressed = (name: string) => modes.getByRole('button', { name, pressed: true });
  for (const { mode, title, question, confirm } of [
    {
      mode: 'Simulate',
      title: 'Nothing is blocked: protection only simulates',
      question: 'Only simulate?',
      confirm: 'Simulate',
    },
    {
      mode: 'Off',
      title: 'Nothing is blocked: protection is off',
      question: 'Turn protection off?',
      confirm: 'Turn off',
    },
  ]) {
    await choose(mode);
    const dialog = page.getByRole('dialog', { name: question });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(pressed('On')).toBeVisible();
    await choose(mode);
    await dialog.getByRole('button', { name: confirm }).click();
    await expect(toast(page, `Protection mode changed to ${mode.toLowerCase()}`)).toBeVisible();
    await expect(page.getByRole('region', { name: title })).toContainText('Chosen by');
    await expect(pressed(mode)).toBeVisible();
    await choose('On');
    await expect(page.getByRole('region', { name: 'Protection is on' })).toBeVisible();
  }

  // Fixed by the configuration after this screen was opened.
  const fixed = {
    mode: 'simulate',
    configured_mode: 'simulate',
    has_unconfigured_proxy: true,
    changed_at: new Date().toISOString(),
    changed_by_username: null,
  };
  const rejection = { error: { code: 'CONFLICT', message: PROTECTION_MESSAGES.configured } };
  await page.route('**/api/admin/traffic/protection', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, json: rejection })
      : route.fulfill({ json: fixed }),
  );
  await choose('Off');
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(toast(page, PROTECTION_MESSAGES.changeFailed)).toBeVisible();
  const state = page.getByRole('region', { name: 'protection only simulates' });
  await expect(state.getByRole('alert')).toContainText(PROTECTION_MESSAGES.configured);
  await expect(state).toContainText(PROTECTION_MESSAGES.unconfiguredProxy);
  await expect(state.getByRole('button')).toHaveCount(0);
  await expectAccessibleState(page);
});

test('monitoring refreshes unless it is paused @full', async ({ admin: page, site, problems }) => {
  problems.allow(/500/);
  await buildEvents(site, [{ ip: '203.0.113.1', score: 10 }]);
  await page.clock.install();
  let asked = 0;
  await page.route('**/api/admin/traffic/events', (route) => {
    asked += 1;
    return route.continue();
  });
  await page.goto('/admin?tab=ddos&view=events');
  const flag = page.getByRole('button', { name: 'Flag 203.0.113.1' });
  await flag.focus();
  await buildEvents(site, [{ ip: '203.0.113.2', score: 20 }]);
  const background = page.waitForRequest('**/api/admin/traffic/events');
  await page.clock.fastForward(31_000);
  expect((await background).headers()['x-admin-background']).toBe('1');
  await expect(page.getByRole('button', { name: 'Flag 203.0.113.2' })).toBeVisible();
  await expect(flag).toBeFocused();

  await page.getByRole('button', { name: 'Pause' }).click();
  await page.clock.fastForward(95_000);
  // As long as a request that began before this takes to be seen.
  await page.evaluate(async () => void (await fetch('/readyz')));
  expect(asked).toBe(2);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.clock.fastForward(31_000);
  await expect.poll(() => asked).toBe(3);

  await page.route('**/api/admin/traffic/**', (route) => route.fulfill({ status: 500 }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(toast(page, 'Failed to load security data')).toHaveCount(1);
  await expect(page.getByText('What you see may be out of date.')).toBeVisible();
  await expect(flag).toBeVisible();
});
