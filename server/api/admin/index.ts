import { Hono } from 'hono';
import { BACKGROUND_HEADER, SESSION_HEADER } from '#shared/admin-sessions/values.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { ServiceError } from '#server/errors.ts';
import { privateAnswer } from '#server/http/api/json-response.ts';
import type { HonoEnv } from '#server/http/request-context.ts';
import { authenticate } from '#server/services/admin-sessions/index.ts';
import type { ApiDeps } from '#server/api/deps.ts';
import { kebabCase } from '#shared/lib/case.ts';
import { ALL_CONTENT } from '#server/services/all-content/index.ts';
import { blogPostsAdminApi } from './blog-posts.ts';
import { contentAdminApi } from './content.ts';
import { eventsAdminApi } from './events.ts';
import { faqsAdminApi } from './faqs.ts';
import { siteSettingsAdminApi } from './site-settings.ts';
import { uploadsAdminApi } from './uploads.ts';
import { accountAdminApi } from './account.ts';
import { contactAuditAdminApi } from './contact-audit.ts';
import { dashboardAdminApi } from './dashboard.ts';
import { devicesAdminApi } from './devices.ts';
import { ipRulesAdminApi } from './ip-rules.ts';
import { loginAttemptsAdminApi } from './login-attempts.ts';
import { messagesAdminApi } from './messages.ts';
import { mfaAdminApi } from './mfa.ts';
import { ordersAdminApi } from './orders.ts';
import { passkeysAdminApi } from './passkeys.ts';
import { passwordAdminApi } from './password.ts';
import { proofAdminApi } from './proof.ts';
import { savedFiltersAdminApi } from './saved-filters.ts';
import { sessionsAdminApi } from './sessions.ts';
import { trafficAdminApi } from './traffic.ts';

/** The back office: its first handler is the session check, so nothing below can be reached without one. */
export function adminApi(deps: ApiDeps) {
  const router = new Hono<HonoEnv>();

  router.use('*', async (c, next) => {
    c.set('routeKind', 'admin');
    const token = c.req.header(SESSION_HEADER) ?? '';
    const isBackground = c.req.header(BACKGROUND_HEADER) === '1';
    const admin = await authenticate(deps, token, { isBackground });
    if (!admin) throw new ServiceError('UNAUTHORIZED', LOGIN_MESSAGES.sessionEnded);
    c.set('admin', admin);
    c.set('log', c.get('log').child({ adminUserId: admin.adminUserId }));
    await next();
    c.res.headers.set('cache-control', 'no-store');
  });

  router.get('/session-check', (c) => {
    const admin = c.get('admin');
    return privateAnswer({
      valid: true,
      admin_user: { id: admin?.adminUserId, username: admin?.username },
    });
  });

  router.route('/events', eventsAdminApi(deps));
  router.route('/blog-posts', blogPostsAdminApi(deps));
  router.route('/faqs', faqsAdminApi(deps));
  for (const content of ALL_CONTENT) {
    router.route(`/${kebabCase(content.table)}`, contentAdminApi(content, deps));
  }
  router.route('/site-settings', siteSettingsAdminApi(deps));
  router.route('/uploads', uploadsAdminApi(deps));
  router.route('/account', accountAdminApi(deps));
  router.route('/contact-audit', contactAuditAdminApi(deps));
  router.route('/dashboard', dashboardAdminApi(deps));
  router.route('/devices', devicesAdminApi(deps));
  router.route('/ip-rules', ipRulesAdminApi(deps));
  router.route('/login-attempts', loginAttemptsAdminApi(deps));
  router.route('/messages', messagesAdminApi(deps));
  router.route('/mfa', mfaAdminApi(deps));
  router.route('/orders', ordersAdminApi(deps));
  router.route('/passkeys', passkeysAdminApi(deps));
  router.route('/password', passwordAdminApi(deps));
  router.route('/proof', proofAdminApi(deps));
  router.route('/saved-filters', savedFiltersAdminApi(deps));
  router.route('/sessions', sessionsAdminApi(deps));
  router.route('/traffic', trafficAdminApi(deps));

  return router;
}
