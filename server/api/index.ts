import { Hono } from 'hono';
import { ServiceError } from '#server/core/errors.ts';
import { findApiGroup } from '#shared/routes.ts';
import { methodRejection } from '#server/http/base/error-response.ts';
import type { App, HonoEnv } from '#server/http/base/request-context.ts';
import { adminApi, type ApiDeps } from '#server/api/admin/index.ts';
import { relyingPartyOf } from '#server/services/accounts/index.ts';
import { adminAuthApi } from './admin-auth.ts';
import { contactMessagesApi, submitOrderApi } from './submit-order.ts';
import { contentApi } from './content.ts';
import { addDocumentation } from './documentation.ts';
import { orderAttachmentsApi } from './base/order-attachments.ts';
import { siteSettingsApi } from './site-settings.ts';

export function mountApi(app: App, deps: ApiDeps): void {
  const { config, live } = deps;
  const { settings } = live;

  app.use('/api/*', async (c, next) => {
    c.set('routeKind', 'api');
    const { maintenanceMode, maintenanceMessage } = settings.get();
    if (maintenanceMode && !findApiGroup(c.req.path)?.isOpenInMaintenance) {
      throw new ServiceError('UNAVAILABLE', maintenanceMessage);
    }
    await next();
  });

  const api = new Hono<HonoEnv>().basePath('/api');
  api.route('/site-settings', siteSettingsApi(live));
  api.route('/', contentApi);
  api.route('/contact-messages', contactMessagesApi);
  api.route('/order-attachments', orderAttachmentsApi);
  api.route('/submit-order', submitOrderApi);
  api.route('/admin-auth', adminAuthApi(relyingPartyOf(config.publicUrl)));
  api.route('/admin', adminApi(deps));
  addDocumentation(api);

  app.route('/', api);
  rejectOtherMethods(app, api);
  app.all('/api/*', () => {
    throw new ServiceError('NOT_FOUND', 'There is no such call.');
  });
}

function rejectOtherMethods(app: App, api: Hono<HonoEnv>): void {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of api.routes) {
    if (method === 'ALL') continue;
    const known = methods.get(path) ?? new Set<string>();
    known.add(method);
    if (method === 'GET') known.add('HEAD');
    methods.set(path, known);
  }
  for (const [path, known] of methods) {
    const allowed = [...known].toSorted();
    app.all(path, () => methodRejection(allowed, 'This call takes another method.'));
  }
}
