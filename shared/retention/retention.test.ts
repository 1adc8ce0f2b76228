import { describe, expect, it } from 'vitest';
import { DRAFT_DAYS } from '#app/lib/draft.ts';
import privacyPolicy from '#content/policies/privacy-policy.md?raw';
import { fillFacts } from '#shared/policies/facts.ts';
import { RETENTION_PLACEHOLDER, retentionLines, withRetention } from './paragraph.ts';
import { periodText, retainedSince, retainedUntil, ruleOf } from './period.ts';
import { RETENTION, type RetentionRule } from './values.ts';

const policy = fillFacts(privacyPolicy);

describe('the paragraph of the privacy policy', () => {
  it('says what the table says, of everything that concerns visitors and of nothing else', () => {
    const shown = withRetention(policy);
    expect(policy.split(RETENTION_PLACEHOLDER)).toHaveLength(2);
    expect(shown).not.toContain('[[');
    for (const rule of RETENTION as readonly RetentionRule[]) {
      const line = `- **${rule.label}:** `;
      expect(shown.includes(line), rule.kind).toBe(rule.isPublic ?? false);
      if (rule.isPublic) {
        expect(shown.slice(shown.indexOf(line)).split('\n', 1)[0]).toContain(
          periodText(rule) ?? rule.since,
        );
      }
    }
  });

  it('follows a change of the table', () => {
    const [rule] = RETENTION;
    const changed: RetentionRule = { ...rule, period: { days: 400 } };
    expect(retentionLines([changed])).toEqual([
      { label: 'Messages', text: expect.stringContaining('400 days after they came') },
    ]);
  });

  it('leaves no period to the text around it', () => {
    const around = policy.slice(0, policy.indexOf('## 9.'));
    expect(around.match(/\d+ (?:hours|days|years)/g)).toBeNull();
  });
});

describe('periods', () => {
  it('are whole years of the calendar', () => {
    expect(retainedUntil('messages', new Date('2024-02-29T12:00:00Z'))).toEqual(
      new Date('2026-02-28T12:00:00Z'),
    );
    expect(retainedSince('orders', new Date('2034-02-28T12:00:00Z'))).toEqual(
      new Date('2024-02-28T12:00:00Z'),
    );
    expect(retainedUntil('pending-uploads', new Date('2026-03-29T00:30:00Z'))).toEqual(
      new Date('2026-03-30T00:30:00Z'),
    );
  });

  it('of drafts are what the browser does', () => {
    expect(ruleOf('drafts').period).toEqual({ days: DRAFT_DAYS });
  });

  it('reads like a person says it', () => {
    expect(periodText({ period: { days: 1 } })).toBe('1 day');
    expect(periodText({ period: { years: 10 } })).toBe('10 years');
    expect(periodText({ period: null })).toBeNull();
  });
});
