import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import { buildMessage, buildOrder } from '#tests/support/browser/admin-leads.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it } from '#tests/support/fixtures.ts';
import type { TestSession } from '#tests/support/admin.ts';

async function openStream(api: TestApp, session: TestSession) {
  const response = await api.request('/api/admin/events', {
    headers: { 'x-admin-session': session.token },
  });
  expect(response.status).toBe(200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('no stream');
  let rest = '';
  return {
    /** The next event with its data, the settings left out; null at the end of the stream. */
    async next(): Promise<string | null> {
      for (;;) {
        const end = rest.indexOf('\n\n');
        if (end >= 0) {
          const block = rest.slice(0, end);
          rest = rest.slice(end + 2);
          const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
          if (name && name !== 'settings') return `${name} ${data}`.trim();
        } else {
          const { done, value } = await reader.read();
          if (done) return null;
          rest += value;
        }
      }
    },
    close: () => reader.cancel(),
  };
}

describe('GET events', () => {
  it('announces to all streams, also leads older than the newest', async ({ api, session }) => {
    const first = await openStream(api, session);
    expect(await first.next()).toBe('ready');
    const second = await openStream(api, session);
    expect(await second.next()).toBe('ready');
    await buildOrder(api.db);
    expect(await first.next()).toBe('changed orders');
    expect(await second.next()).toBe('changed orders');
    await first.close();
    await second.close();
    const newest = await buildOrder(api.db);
    const third = await openStream(api, session);
    expect(await third.next()).toBe('ready');
    await buildMessage(api.db);
    expect(await third.next()).toBe('changed contact_messages');
    await buildOrder(api.db, { createdAt: new Date(newest.createdAt.getTime() - 1_000) });
    expect(await third.next()).toBe('changed orders');
    await third.close();
  });

  it('carries the public settings, at its start and when they change', async ({ api, session }) => {
    const response = await api.request('/api/admin/events', {
      headers: { 'x-admin-session': session.token },
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const readUntil = async (part: string) => {
      while (!text.includes(part)) text += (await reader?.read())?.value ?? '';
    };
    await readUntil('event: settings\ndata: {');
    expect(text).not.toContain('termsOfService');
    const copyrightText = `© ${uuidV7()}`;
    await api.db.updateTable('siteSettings').set({ copyrightText }).execute();
    await api.settings.reload();
    await readUntil(copyrightText);
    await reader?.cancel();
  });

  it('ends without being ready when it cannot know what is new', async ({ api, session }) => {
    await sql`alter table orders rename to ${sql.table(`orders_${uuidV7()}`)}`.execute(api.db);
    const stream = await openStream(api, session);
    expect(await stream.next()).toBeNull();
  });
});
