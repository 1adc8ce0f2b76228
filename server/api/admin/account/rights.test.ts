import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import { SESSION_HEADER } from '#shared/admin-sessions/values.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { ROLE_MESSAGES } from '#shared/admin-users/messages.ts';
import { ACCESS, ADMIN_ROLES, type AdminRole } from '#shared/admin-users/values.ts';
import { buildAdmin, signInForTest, TEST_PASSWORD } from '#tests/support/admin.ts';
import { openAs, sendAs } from '#tests/support/admin-requests.ts';
import { it } from '#tests/support/fixtures.ts';
import type { TestApp } from '#tests/support/test-app.ts';

const RECORD = join(import.meta.dirname, '../../../../docs/decisions/037-roles.md');

/** The rows of the table in the decision record: the endpoints that each is about, its access, and who may. */
const TABLE = readFileSync(RECORD, 'utf8')
  .split('\n')
  .filter((line) => /^\| `[A-Z*]+ /.test(line))
  .map((line) => {
    const [, endpoints = '', access = '', ...may] = line.split('|').map((cell) => cell.trim());
    const patterns = Array.from(endpoints.matchAll(/`([^`]+)`/g), ([, pattern = '']) => {
      const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
      return new RegExp(`^${escaped.replaceAll('*', '.*')}$`);
    });
    return {
      patterns,
      access: access.replaceAll('`', ''),
      roles: ADMIN_ROLES.filter((_, index) => may[index] === 'yes'),
    };
  });

/** Every endpoint of the back office, as it is mounted: `GET orders/:id`. */
function listEndpoints(api: TestApp): string[] {
  const served = api.app.routes
    .filter(({ path, method }) => path.startsWith('/api/admin/') && method !== 'ALL')
    .map(({ path, method }) => `${method} ${path.slice('/api/admin/'.length)}`);
  return [...new Set(served)];
}

function rowOf(endpoint: string) {
  const row = TABLE.find(({ patterns }) => patterns.some((pattern) => pattern.test(endpoint)));
  if (!row) throw new Error(`the table says nothing of ${endpoint}`);
  return row;
}

async function signInAs(api: TestApp, role: AdminRole): Promise<string> {
  return (await signInForTest(api.db, await buildAdmin(api.db, undefined, { role }))).token;
}

async function isDenied(
  api: TestApp,
  token: string,
  endpoint: string,
  message: string = ROLE_MESSAGES.denied,
): Promise<boolean> {
  const [method = '', path = ''] = endpoint.split(' ');
  const url = path.replaceAll(/:\w+/g, uuidV7());
  const response = await openAs(api, token, method, url, method === 'GET' ? undefined : '{}');
  if (response.status !== 403) {
    await response.body?.cancel();
    return false;
  }
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return error.code === 'FORBIDDEN' && error.message === message;
}

describe('the roles', () => {
  it('have a table that says what the code says', () => {
    expect(TABLE.length).toBeGreaterThan(5);
    for (const { access, roles } of TABLE) {
      expect(roles, access).toEqual([...ACCESS[access as keyof typeof ACCESS]]);
    }
  });

  it.for(ADMIN_ROLES)('open to %s exactly what the table says', async (role, { api }) => {
    const token = await signInAs(api, role);
    const endpoints = listEndpoints(api);
    expect(endpoints.length).toBeGreaterThan(85);
    const wrong: string[] = [];
    for (const endpoint of endpoints) {
      const shouldOpen = rowOf(endpoint).roles.includes(role);
      if ((await isDenied(api, token, endpoint)) === shouldOpen) wrong.push(endpoint);
    }
    expect(wrong).toEqual([]);
  });

  it('leave only the own account open once a generated password has expired', async ({ api }) => {
    const changes = { passwordExpiresAt: new Date(Date.now() - 1_000) };
    const { token } = await signInForTest(api.db, await buildAdmin(api.db, undefined, changes));
    const wrong: string[] = [];
    for (const endpoint of listEndpoints(api)) {
      const shouldOpen = rowOf(endpoint).access === 'own';
      const isClosed = await isDenied(api, token, endpoint, ACCOUNT_MESSAGES.passwordExpired);
      if (isClosed === shouldOpen) wrong.push(endpoint);
    }
    expect(wrong).toEqual([]);
    const change = { current_password: TEST_PASSWORD, new_password: 'kettle-harbour-9' };
    const { session_token: next } = (await sendAs(api, token, 'POST', 'password', change)).body;
    expect(await isDenied(api, next, 'GET orders', ACCOUNT_MESSAGES.passwordExpired)).toBe(false);
  });

  it('stand in the OpenAPI document', async ({ api }) => {
    const { paths } = (await (await api.request('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, { 'x-roles'?: string[] }>>;
    };
    for (const endpoint of listEndpoints(api)) {
      const [method = '', path = ''] = endpoint.split(' ');
      const described = paths[`/api/admin/${path.replaceAll(/:(\w+)/g, '{$1}')}`];
      expect(described?.[method.toLowerCase()]?.['x-roles'], endpoint).toEqual(
        rowOf(endpoint).roles,
      );
    }
  });

  it('hold whatever the method and the spelling, by default too', async ({ api }) => {
    const token = await signInAs(api, 'auditor');
    for (const endpoint of ['GET unknown', 'POST contact-audits', 'GET orders/x/y/z']) {
      expect(await isDenied(api, token, endpoint), endpoint).toBe(true);
      expect(await isDenied(api, await signInAs(api, 'member'), endpoint), endpoint).toBe(false);
    }
    for (const path of ['orders', 'orders/', 'messages/export.csv', 'dashboard?x=contact-audit']) {
      const headers = { [SESSION_HEADER]: token };
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'PROPFIND']) {
        const response = await api.request(`/api/admin/${path}`, { method, headers });
        expect([response.status, method, path]).toEqual([403, method, path]);
      }
    }
  });
});
