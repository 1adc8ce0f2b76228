import { periodText } from './period.ts';
import { RETENTION, type RetentionBasis, type RetentionRule } from './values.ts';

/** Stands in a privacy policy where the periods are to be. */
export const RETENTION_PLACEHOLDER = '[[retention]]';

export const BASIS_LABELS: Record<RetentionBasis, string> = {
  contract: 'to answer you and to carry out a contract',
  law: 'as the law asks for it',
  security: 'to protect the website',
  proof: 'to prove who has read what',
  accounts: 'to run the back office',
};

export type RetentionLine = { label: string; text: string };

export function stayOf(rule: RetentionRule): string {
  const period = periodText(rule);
  if (period === null) return rule.since;
  return `${period.startsWith('0 ') ? 'removed right' : period} ${rule.since}`;
}

export function retentionLines(rules: readonly RetentionRule[] = RETENTION): RetentionLine[] {
  return rules
    .filter(({ isInternal }) => !isInternal)
    .map((rule) => ({
      label: rule.label,
      text: `${stayOf(rule)} (${BASIS_LABELS[rule.basis]}).`,
    }));
}

export function withRetention(markdown: string): string {
  const list = retentionLines().map(({ label, text }) => `- **${label}:** ${text}`);
  return markdown.replaceAll(RETENTION_PLACEHOLDER, list.join('\n'));
}
