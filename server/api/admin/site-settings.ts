import {
  adminSiteSettingsSchema,
  policyPreviewSchema,
  policyVersionSchema,
  siteSettingsChangeSchema,
} from '#shared/site-settings/admin-schema.ts';
import { markdownPreviewSchema } from '#shared/documents/preview.ts';
import { LIMITS } from '#server/core/limits.ts';
import { previewPolicy } from '#server/services/policies/index.ts';
import {
  getManagedSettings,
  listPolicyVersions,
  updateSettings,
} from '#server/services/site-settings/index.ts';
import { proposeHolidays } from '#server/services/office-hours/index.ts';
import { holidayQuerySchema } from '#shared/office-hours/admin-schema.ts';
import { exceptionSchema } from '#shared/office-hours/schema.ts';
import { endpoint, list, record, routerOf } from '#server/api/base/endpoint.ts';

export const siteSettingsAdminApi = routerOf('siteSettings', {
  'GET /': endpoint({
    summary: 'All settings of the site',
    access: 'work',
    response: record(adminSiteSettingsSchema),
    run: getManagedSettings,
  }),
  'PUT /': endpoint({
    summary: 'Changes the settings of the site',
    description:
      'A response can be sent back unchanged. With `updated_at`, a newer version is not overwritten. A changed policy is published as a new version and needs another review.',
    body: siteSettingsChangeSchema,
    bodyOptions: { maxBytes: LIMITS.contentBody, record: adminSiteSettingsSchema },
    errors: ['CONFLICT'],
    response: record(adminSiteSettingsSchema),
    run: (ctx, { body }) => updateSettings(ctx, body),
  }),
  'GET /holidays': endpoint({
    summary: "The national holidays of the company's country, as exceptions of the office hours",
    description:
      'Proposals; nothing is changed. Eves of Turkish holidays are open until 13:00. None for an unknown `country_code` of the company.',
    query: holidayQuerySchema,
    errors: ['NOT_FOUND'],
    response: list(exceptionSchema),
    run: (ctx, { query }) => proposeHolidays(ctx, query),
  }),
  'GET /policy-versions': endpoint({
    summary: 'The legal texts that were published, newest first',
    description: 'An order names the version that was accepted as `terms_version`.',
    response: list(policyVersionSchema),
    run: listPolicyVersions,
  }),
  'POST /preview': endpoint({
    summary: 'A policy as its page would show it',
    body: policyPreviewSchema,
    bodyOptions: { maxBytes: LIMITS.contentBody },
    response: record(markdownPreviewSchema),
    run: (ctx, { body }) => previewPolicy(ctx, body.markdown),
  }),
});
