import { createConfig, lintFromString } from '@redocly/openapi-core';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import * as z from 'zod';
import { SESSION_HEADER } from '#shared/admin-sessions/values.ts';
import { loadSampleSiteContent } from '#server/db/sample-content/load-site-content.ts';
import { loadSampleContent } from '#server/db/sample-content/load.ts';
import type { AdminRequests } from '#tests/support/admin-requests.ts';
import { buildMessage, buildOrder } from '#tests/support/browser/admin-leads.ts';
import { it } from '#tests/support/fixtures.ts';
import { testDocuments } from '#tests/support/leads.ts';
import { buildPasskey } from '#tests/support/passkeys.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { insertRows } from '#tests/support/database/rows.ts';

const mediaSchema = z.record(
  z.string(),
  z.object({ schema: z.custom<z.core.JSONSchema.JSONSchema>() }),
);
const operationSchema = z.looseObject({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.looseObject({ name: z.string().optional(), required: z.boolean().optional() }),
  ),
  requestBody: z.object({ content: mediaSchema }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: mediaSchema.optional() })),
});
type Operation = z.infer<typeof operationSchema> & { method: string; path: string };

let text = '';
let operations: Operation[] = [];

it.beforeEach(async ({ api }) => {
  text = await (await api.request('/api/openapi.json')).text();
  const { paths } = z
    .looseObject({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) })
    .parse(JSON.parse(text));
  operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method, path })),
  );
});

type Described = { content?: z.infer<typeof mediaSchema> | undefined } | undefined;

function jsonSchemaOf(described: Described) {
  return described?.content?.['application/json']?.schema;
}

/** A value that must be what the document says. */
function parseAs(described: Described, value: unknown): unknown {
  return z.fromJSONSchema(jsonSchemaOf(described) ?? false).parse(value);
}

async function seed(api: TestApp, admin: AdminRequests): Promise<void> {
  const { db } = api;
  const { adminUserId } = admin;
  const ipAddress = '198.51.100.7';
  await loadSampleContent(db, api.storage, testDocuments);
  await loadSampleSiteContent(db, { isWanted: true });
  const order = await buildOrder(db);
  const waits = { orderId: order.id, waitingSince: new Date(), dueAt: new Date() };
  await insertRows(db, 'conversations', { id: uuidV7(), ...waits });
  await admin.patch(`orders/${order.id}`, { status: 'pending' });
  for (const { id } of [await buildMessage(db), await buildMessage(db)]) {
    await admin.patch(`messages/${id}`, { status: 'read' });
  }
  await admin.post('admin-users/invitations', { email: 'x@example.com', role: 'member' });
  await admin.post('reply-templates', { name: 'Thanks', body: 'Hello {name}' });
  await admin.post('saved-filters', { screen: 'orders', name: 'New', query: 'status=new' });
  await admin.post('ip-rules', { ip_address: '203.0.113.9', rule_type: 'blacklist', reason: 'x' });
  const mail = { kind: 'orders.notify-team', recipient: 'team' };
  await insertRows(db, 'outboxMails', { id: uuidV7(), ...mail });
  const policy = { version: '2026-11-28', publishedAt: new Date(), markdown: 'Terms.' };
  await insertRows(db, 'policyVersions', { kind: 'terms', ...policy });
  await insertRows(db, 'ddosRequestLogs', { ipAddress, endpoint: '/', responseStatus: 200 });
  await insertRows(db, 'adminLoginAttempts', { ipAddress, username: 'x', success: false });
  const event = { ipAddress, eventType: 'ddos_block', threatScore: 50 };
  await insertRows(db, 'securityEvents', event);
  const device = { adminUserId, ipAddress, browser: 'Firefox', network: ipAddress };
  await insertRows(db, 'adminDevices', { id: uuidV7(), ...device });
  await buildPasskey(db, adminUserId);
  const id = uuidV7();
  const ids = { conversationIds: [id], orderIds: [id], messageIds: [] };
  const erasure = { erasedAt: new Date(), kind: 'enquiry', by: 'visitor' } as const;
  await insertRows(db, 'erasures', { id, ...erasure, ...ids });
}

/** What takes a record back as it was read. */
function isSave({ method, path }: Operation): boolean {
  return method === 'put' && path !== '/api/admin/traffic/protection';
}

/** Of endpoints that need one. */
const QUERIES = [
  ['/saved-filters', '?screen=orders'],
  ['/holidays', '?year=2026'],
  ['/mails/sample', '?kind=orders.confirmation'],
] as const;

describe('the OpenAPI document', () => {
  it('describes every endpoint that there is, and no other', ({ api }) => {
    const served = api.app.routes
      .filter(({ path, method }) => path.startsWith('/api/') && method !== 'ALL')
      .map(({ path, method }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(described.toSorted()).toEqual([...new Set(served)].toSorted());
  });

  it('names each endpoint once, and those that need a session', () => {
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { path, security } of operations) {
      expect(security, path).toEqual(path.startsWith('/api/admin/') ? [{ session: [] }] : []);
    }
  });

  it('has nothing that an independent validator finds', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it('says what is sent, and takes it back, on a site with content', async ({ api, admin }) => {
    await seed(api, admin);
    const headers = { [SESSION_HEADER]: admin.token };
    const firstRecords = new Map<string, Record<string, string>>();
    const inOrder = operations.toSorted((one, other) => one.path.length - other.path.length);
    for (const { method, path, responses } of inOrder) {
      if (method !== 'get' || !jsonSchemaOf(responses['200'])) continue;
      const [list = ''] = path.split('/{');
      const first = firstRecords.get(list) ?? {};
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => first[name] ?? '');
      const [, query = ''] = QUERIES.find(([end]) => path.endsWith(end)) ?? [];
      const url = `${filled}${query}`;
      const response = await api.request(url, { headers });
      expect(response.status, url).toBe(200);
      const value = parseAs(responses['200'], await response.json());
      const items = Array.isArray(value) ? value : (value as { items?: unknown }).items;
      if (!Array.isArray(items)) continue;
      expect(items.length, url).toBeGreaterThan(0);
      firstRecords.set(path, items[0]);
    }
    for (const { path, requestBody, responses } of operations.filter(isSave)) {
      const [list = ''] = path.split('/{');
      const url = path.replace('{id}', firstRecords.get(list)?.['id'] ?? '');
      const record = await (await api.request(url, { headers })).json();
      const response = await api.request(url, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(parseAs(requestBody, record)),
      });
      expect(response.status, url).toBe(200);
      parseAs(responses['200'], await response.json());
    }
  });
});
