import { describe, expect } from 'vitest';
import { SITE_CONTENT_MESSAGES as messages } from '#shared/site-content/messages.ts';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';
import { snakeCase } from '#shared/lib/case.ts';
import { PROJECT_MESSAGES } from '#shared/projects/messages.ts';
import { type AdminRequests, expectInvalid, postJson } from '#tests/support/admin-requests.ts';
import { buildMessage, buildOrder } from '#tests/support/browser/admin-leads.ts';
import { buildProject } from '#tests/support/factories.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildOrderInput } from '#tests/support/leads.ts';
import type { TestApp } from '#tests/support/test-app.ts';

type Option = { value?: string; label: string; is_archived: boolean };
type Lists = Record<'services' | 'features' | 'budgets' | 'timelines' | 'languages', Option[]>;

const PATH = 'site-content/order-options';
const DASHBOARDS = 'Business Dashboards';
const open = (label: string) => ({ label, is_archived: false });

async function change(admin: AdminRequests, edit: (lists: Lists) => Partial<Lists>) {
  const { body } = await admin.get(PATH);
  return admin.put(PATH, { ...body, ...edit(body) });
}

const without = (options: Option[], label: string) =>
  options.filter((option) => option.label !== label);

const archived = (options: Option[], label: string) =>
  options.map((option) => (option.label === label ? { ...option, is_archived: true } : option));

async function submit(api: TestApp, changes: object, key: string = crypto.randomUUID()) {
  await api.settings.reload();
  const body = buildOrderInput(changes);
  return postJson(api, '/api/submit-order', body, { 'idempotency-key': key });
}

describe('order options', () => {
  it('get their values when they are new, and keep codes when they are renamed', async ({
    admin,
  }) => {
    const added = await change(admin, ({ services, budgets }) => ({
      services: [...services, open('Mobile apps')],
      budgets: [...budgets, open('Over ₺1,000,000'), open('Over 1 000 000')],
    }));
    expect(added.body.services.at(-1)).toEqual({ ...open('Mobile apps'), value: 'Mobile apps' });
    const codes = added.body.budgets.map(({ value }: Option) => value);
    expect(codes.slice(-3)).toEqual(['over-50k', 'over-1-000-000', 'over-1-000-000-2']);
    const renamed = await change(admin, ({ services, budgets }) => ({
      services: services.map((one) => ({ ...one, label: one.label.replace('apps', 'games') })),
      budgets: budgets.map((one) => ({ ...one, label: one.label.replace('$50,000', '€50,000') })),
    }));
    expect(renamed.body.services.at(-1).value).toBe('Mobile games');
    expect(renamed.body.budgets[3]).toEqual({ ...open('Over €50,000'), value: 'over-50k' });
    const repeated = await change(admin, ({ services }) => ({
      services: [...services, open(DASHBOARDS)],
    }));
    expectInvalid(repeated, { services: messages.repeated(DASHBOARDS) });
  });

  it('can be archived once they are used, but not renamed or removed', async ({ api, admin }) => {
    const desiredFeatures = ['API Integration'];
    const order = { desiredFeatures, estimatedBudget: '5k-15k', serviceType: DASHBOARDS };
    await buildOrder(api.db, order);
    await buildOrder(api.db, order);
    for (const [list, label] of [
      ['services', DASHBOARDS],
      ['features', 'API Integration'],
      ['budgets', '$5,000 - $15,000'],
    ] as const) {
      const rejection = { [list]: messages.used(label, 2) };
      const rename = ({ [list]: options }: Lists) =>
        options.map((one) => (one.label === label ? { ...one, label: 'Other' } : one));
      const removed = await change(admin, (lists) => ({ [list]: without(lists[list], label) }));
      expectInvalid(removed, rejection);
      expectInvalid(await change(admin, (lists) => ({ [list]: rename(lists) })), rejection);
      const retained = await change(admin, (lists) => ({ [list]: archived(lists[list], label) }));
      expect(retained.status).toBe(200);
    }
    const unused = 'Mapping & Location Apps';
    const removed = await change(admin, ({ services }) => ({
      services: without(services, unused),
    }));
    expect(removed.body.services).not.toContainEqual(expect.objectContaining({ label: unused }));
  });

  it('limit the choices of an order, through the API and the form', async ({ api, admin }) => {
    const serviceType = 'Real Estate Applications';
    const key = crypto.randomUUID();
    const first = await submit(api, { serviceType }, key);
    expect(first.status).toBe(201);
    await change(admin, ({ services }) => ({ services: archived(services, serviceType) }));
    // The first try was accepted.
    expect((await submit(api, { serviceType }, key)).body).toEqual(first.body);
    const { id } = await buildMessage(api.db);
    for (const rejected of [serviceType, 'Gardening', '']) {
      const response = await submit(api, { serviceType: rejected });
      expectInvalid(response, { serviceType: ORDER_MESSAGES.serviceType });
      const order = Object.entries(buildOrderInput({ serviceType: rejected }));
      const body = Object.fromEntries(order.map(([name, value]) => [snakeCase(name), value]));
      const converted = await admin.post(`messages/${id}/order`, body);
      expectInvalid(converted, { service_type: ORDER_MESSAGES.serviceType });
    }
  });

  it('have no question when none is open', async ({ api, admin }) => {
    const { body } = await admin.get(PATH);
    const features = body.features.map((one: Option) => ({ ...one, is_archived: true }));
    await admin.put(PATH, { ...body, features });
    const serviceType = 'Custom Business Applications';
    expect((await submit(api, { serviceType, desiredFeatures: [] })).status).toBe(201);
    const rejection = { desiredFeatures: ORDER_MESSAGES.desiredFeatures };
    expectInvalid(await submit(api, { serviceType }), rejection);
    await admin.put(PATH, body);
  });
});

it('a project keeps its own archived category, which no other project can get', async ({
  api,
  admin,
}) => {
  const path = 'site-content/project-categories';
  const { id } = await buildProject(api.db, { industryCategory: 'Mapping' });
  const other = await buildProject(api.db, { industryCategory: 'Finance' });
  const { body } = await admin.get(path);
  const removed = { ...body, categories: without(body.categories, 'Mapping') };
  expectInvalid(await admin.put(path, removed), { categories: messages.used('Mapping', 1) });
  await admin.put(path, { ...body, categories: archived(body.categories, 'Mapping') });
  const project = (await admin.get(`projects/${id}`)).body;
  const saved = await admin.put(`projects/${id}`, { ...project, title: 'A renamed map' });
  expect([saved.status, saved.body.industry_category]).toEqual([200, 'Mapping']);
  const rejection = { industry_category: PROJECT_MESSAGES.industryCategory };
  const { body: finance } = await admin.get(`projects/${other.id}`);
  for (const industry_category of ['Mapping', 'Gardening', '']) {
    const change = { ...finance, industry_category };
    expectInvalid(await admin.put(`projects/${other.id}`, change), rejection);
    const created = { title: 'New', short_description: 'New', industry_category };
    expectInvalid(await admin.post('projects', created), rejection);
  }
});
