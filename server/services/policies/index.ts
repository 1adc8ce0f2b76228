import type { Kysely } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context.ts';
import type { DB } from '#server/db/types.ts';
import { rejectField } from '#server/errors.ts';
import { previewMarkdownOrNull, renderMarkdownOrNull } from '#server/services/documents/index.ts';
import type { MarkdownPreview } from '#shared/documents/preview.ts';
import { DEFAULT_PRIVACY_POLICY, DEFAULT_TERMS_OF_SERVICE } from '#shared/policies/values.ts';
import { SETTINGS_MESSAGES } from '#shared/site-settings/messages.ts';
import { getPolicyMarkdown, type PolicyMarkdown } from '#server/services/site-settings/index.ts';

export type PolicyKind = 'terms' | 'privacy';

const FIELDS: Record<PolicyKind, keyof PolicyMarkdown> = {
  terms: 'termsOfService',
  privacy: 'privacyPolicy',
};

const DEFAULTS: Record<PolicyKind, string> = {
  terms: DEFAULT_TERMS_OF_SERVICE,
  privacy: DEFAULT_PRIVACY_POLICY,
};

const lastKnownPolicies = new WeakMap<Kysely<DB>, PolicyMarkdown>();
// bounded by the kinds of policies
const rendered = new Map<PolicyKind, { text: string; html: string }>();

/** A policy as sanitised HTML: the text of the settings, or the built-in one where that is blank. */
export async function getPolicyHtml(ctx: ServiceContext, kind: PolicyKind): Promise<string> {
  const strings = await getPolicyMarkdown(ctx);
  lastKnownPolicies.set(ctx.db, strings);
  return render(ctx, kind, strings);
}

/** What is shown while the settings cannot be read: the last known text, or the built-in one. */
export async function getFallbackPolicyHtml(
  ctx: ServiceContext,
  kind: PolicyKind,
): Promise<string> {
  return render(ctx, kind, lastKnownPolicies.get(ctx.db));
}

/** A text as the page of a policy would show it. */
export async function previewPolicy(
  ctx: ServiceContext,
  markdown: string,
): Promise<MarkdownPreview> {
  requireAdmin(ctx);
  const preview = await previewMarkdownOrNull(ctx, markdown, 'policy');
  if (!preview) throw rejectField('markdown', SETTINGS_MESSAGES.policyTooDeep);
  return preview;
}

async function render(
  ctx: ServiceContext,
  kind: PolicyKind,
  strings: PolicyMarkdown | undefined,
): Promise<string> {
  const written = strings?.[FIELDS[kind]] ?? '';
  const text = written.trim() === '' ? DEFAULTS[kind] : written;
  const known = rendered.get(kind);
  if (known?.text === text) return known.html;
  const html =
    (await renderMarkdownOrNull(ctx, text, { kind: 'policy', lane: 'page' })) ??
    (await renderMarkdownOrNull(ctx, DEFAULTS[kind], { kind: 'policy', lane: 'page' })) ??
    '';
  rendered.set(kind, { text, html });
  return html;
}
