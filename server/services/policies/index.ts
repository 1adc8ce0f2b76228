import { type Database, requireAdmin, type ServiceContext } from '#server/context/context.ts';
import { rejectField } from '#server/core/errors.ts';
import { previewMarkdownOrNull, renderMarkdownOrNull } from '#server/services/documents/index.ts';
import type { Company } from '#shared/company/values.ts';
import type { MarkdownPreview } from '#shared/documents/preview.ts';
import { RETENTION_PLACEHOLDER, withRetention } from '#shared/retention/paragraph.ts';
import { SETTINGS_MESSAGES } from '#shared/site-settings/messages.ts';
import {
  getPolicyMarkdown,
  type PolicyMarkdown,
  readBuiltInPolicy,
} from '#server/services/site-settings/index.ts';
import { POLICIES, type PolicyKind } from '#shared/policies/values.ts';
import { BUILT_IN_VERSION } from '#shared/site-settings/values.ts';

const lastKnownPolicies = new WeakMap<Database, PolicyMarkdown>();
// bounded by the kinds of policies
const rendered = new Map<PolicyKind, { text: string; html: string }>();

export type Policy = {
  /** Sanitised. */
  html: string;
  /** A custom text without the retention periods needs them beside it. */
  lacksPeriods: boolean;
  version: string;
};

type Wanted = { kind: PolicyKind; company: Company };

export async function getPolicy(ctx: ServiceContext, wanted: Wanted): Promise<Policy> {
  const strings = await getPolicyMarkdown(ctx);
  lastKnownPolicies.set(ctx.db, strings);
  return render(ctx, wanted, strings);
}

export async function getFallbackPolicy(ctx: ServiceContext, wanted: Wanted): Promise<Policy> {
  return render(ctx, wanted, lastKnownPolicies.get(ctx.db));
}

export async function previewPolicy(
  ctx: ServiceContext,
  markdown: string,
): Promise<MarkdownPreview> {
  requireAdmin(ctx);
  const preview = await previewMarkdownOrNull(ctx, withRetention(markdown), 'policy');
  if (!preview) throw rejectField('markdown', SETTINGS_MESSAGES.policyTooDeep);
  return preview;
}

async function render(
  ctx: ServiceContext,
  { kind, company }: Wanted,
  strings: PolicyMarkdown | undefined,
): Promise<Policy> {
  const written = strings?.[POLICIES[kind].text] ?? '';
  const version = strings?.[POLICIES[kind].version] ?? BUILT_IN_VERSION;
  const builtIn = await readBuiltInPolicy(kind, company);
  const text = written.trim() === '' ? builtIn : written;
  const lacksPeriods = kind === 'privacy' && !text.includes(RETENTION_PLACEHOLDER);
  const known = rendered.get(kind);
  if (known?.text === text) return { html: known.html, lacksPeriods, version };
  const draw = (markdown: string) =>
    renderMarkdownOrNull(ctx, withRetention(markdown), { kind: 'policy', lane: 'page' });
  const html = (await draw(text)) ?? (await draw(builtIn)) ?? '';
  rendered.set(kind, { text, html });
  return { html, lacksPeriods, version };
}
