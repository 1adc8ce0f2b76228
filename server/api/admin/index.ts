import { Hono } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Log } from '#server/lib/log.ts';
import { BACKGROUND_HEADER, SESSION_HEADER } from '#shared/admin-sessions/values.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import type { Config } from '#server/core/config.ts';
import type { Resources } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import type { LiveUpdates } from '#server/http/api/event-streams.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { contextOf, type HonoEnv } from '#server/http/base/request-context.ts';
import { authenticate, relyingPartyOf } from '#server/services/accounts/index.ts';
import type { SourceReader } from '#server/traffic/source.ts';
import { findAccess } from '#server/api/base/describe.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { ROLE_MESSAGES } from '#shared/admin-users/messages.ts';
import { DEFAULT_ACCESS, mayAccess } from '#shared/admin-users/values.ts';
import { kebabCase } from '#shared/lib/case.ts';
import { ALL_CONTENT } from '#server/services/all-content/index.ts';
import type { Lead } from '#server/services/leads/index.ts';
import { messages } from '#server/services/messages/index.ts';
import { orders } from '#server/services/orders/index.ts';
import { blogPostsAdminApi, contentAdminApi, faqsAdminApi } from './content.ts';
import { connectionsAdminApi } from './connections.ts';
import type { ConnectionConfig } from '#server/services/connections/index.ts';
import { eventsAdminApi } from './events.ts';
import { setupAdminApi } from './setup.ts';
import { siteContentAdminApi } from './site-content.ts';
import { siteSettingsAdminApi } from './site-settings.ts';
import { uploadsAdminApi } from './uploads.ts';
import { accountAdminApi } from '#server/api/admin/account/account.ts';
import { administratorsAdminApi } from '#server/api/admin/account/administrators.ts';
import { claimsAdminApi, reportsAdminApi } from '#server/api/admin/reports/reports.ts';
import { contactAuditAdminApi } from './contact-audit.ts';
import { dashboardAdminApi } from './dashboard.ts';
import { ipRulesAdminApi } from './ip-rules.ts';
import { privacyAdminApi } from '#server/api/admin/privacy/privacy.ts';
import {
  leadAdminApi,
  messageOrderAdminApi,
  orderFilesAdminApi,
} from '#server/api/admin/leads/leads.ts';
import { replyFilesAdminApi } from '#server/api/admin/leads/conversation.ts';
import { replyTemplatesAdminApi } from '#server/api/admin/leads/reply-templates.ts';
import { mailsAdminApi } from '#server/api/admin/mails/mails.ts';
import { queueAdminApi } from '#server/api/admin/leads/queue.ts';
import { savedFiltersAdminApi } from '#server/api/admin/leads/saved-filters.ts';
import { trafficAdminApi } from './traffic.ts';

export type ApiDeps = {
  config: Pick<Config, 'publicUrl' | 'trustedProxies' | 'protection' | 'dataDir'> &
    ConnectionConfig;
  log: Log;
  resources: Pick<Resources, 'db' | 'now'>;
  mailer: Mailer;
  live: LiveUpdates;
  sources: SourceReader;
};

const ALL_LEADS = [orders, messages] as unknown as readonly Lead[];

/** The first handler checks session and role for everything below; unknown paths require the default access. */
export function adminApi({ config, log, resources, mailer, live, sources }: ApiDeps) {
  const party = relyingPartyOf(config.publicUrl);
  const router = new Hono<HonoEnv>();

  router.use('*', async (c, next) => {
    c.set('routeKind', 'admin');
    const token = c.req.header(SESSION_HEADER) ?? '';
    const isBackground = c.req.header(BACKGROUND_HEADER) === '1';
    const admin = await authenticate(resources, token, { isBackground });
    if (!admin) throw new ServiceError('UNAUTHORIZED', LOGIN_MESSAGES.sessionEnded);
    c.set('admin', admin);
    c.set('log', c.get('log').child({ adminUserId: admin.adminUserId }));
    const [access = DEFAULT_ACCESS] = matchedRoutes(c).flatMap(
      ({ handler }) => findAccess(handler) ?? [],
    );
    if (!mayAccess(admin.role, access)) throw new ServiceError('FORBIDDEN', ROLE_MESSAGES.denied);
    if (admin.isPasswordExpired && access !== 'own') {
      throw new ServiceError('FORBIDDEN', ACCOUNT_MESSAGES.passwordExpired);
    }
    await next();
    c.res.headers.set('cache-control', 'no-store');
  });

  router.route('/events', eventsAdminApi(resources, live, log));
  router.route('/blog-posts', blogPostsAdminApi);
  router.route('/faqs', faqsAdminApi);
  for (const content of ALL_CONTENT) {
    router.route(`/${kebabCase(content.table)}`, contentAdminApi(content));
  }
  router.route('/site-content', siteContentAdminApi(mailer));
  router.route('/connections', connectionsAdminApi(config));
  router.route('/setup', setupAdminApi({ ...config, mailer }));
  router.route('/site-settings', siteSettingsAdminApi);
  router.route('/public-claims', claimsAdminApi);
  router.route('/reports', reportsAdminApi);
  router.route('/uploads', uploadsAdminApi(contextOf));
  router.route('/', accountAdminApi(party));
  router.route('/admin-users', administratorsAdminApi);
  router.route('/contact-audit', contactAuditAdminApi);
  router.route('/privacy', privacyAdminApi);
  router.route('/dashboard', dashboardAdminApi(mailer));
  router.route('/ip-rules', ipRulesAdminApi(config.trustedProxies));
  for (const lead of ALL_LEADS) router.route(`/${lead.name}`, leadAdminApi(lead));
  router.route('/orders', orderFilesAdminApi);
  router.route('/messages', messageOrderAdminApi);
  router.route('/reply-files', replyFilesAdminApi);
  router.route('/reply-templates', replyTemplatesAdminApi);
  router.route('/mails', mailsAdminApi(mailer));
  router.route('/queue', queueAdminApi);
  router.route('/saved-filters', savedFiltersAdminApi);
  router.route(
    '/',
    trafficAdminApi(() => ({
      configuredMode: config.protection,
      hasUnconfiguredProxy: sources.hasUnconfiguredProxy,
    })),
  );

  return router;
}
