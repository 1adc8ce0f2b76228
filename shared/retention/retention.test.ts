import { describe, expect, it } from 'vitest';
import { SAMPLE_COMPANY } from '#tests/support/samples/sample-company.ts';
import { DRAFT_DAYS } from '#app/lib/draft.ts';
import privacyPolicy from '#content/policies/privacy-policy.md?raw';
import { fillFacts } from '#shared/policies/facts.ts';
import { RETENTION_PLACEHOLDER, retentionLines, withRetention } from './paragraph.ts';
import { periodText, retainedSince, retainedUntil, ruleOf } from './period.ts';
import { RETENTION, type RetentionRule } from './values.ts';

const policy = fillFacts(privacyPolicy, SAMPLE_COMPANY);

describe('the paragraph of the privacy policy', () => {
  it('says what the table says, of everything that concerns visitors and of nothing else', () => {
    const shown = withRetention(policy);
    expect(policy.split(RETENTION_PLACEHOLDER)).toHaveLength(2);
    expect(shown).not.toContain('[[');
    for (const rule of RETENTION as readonly RetentionRule[]) {
      const line = `- **${rule.label}:** `;
      expect(shown.includes(line), rule.kind).toBe(!rule.isInternal);
      if (!rule.isInternal) {
        expect(shown.slice(shown.indexOf(line)).split('\n', 1)[0]).toContain(
          periodText(rule) ?? rule.since,
        );
      }
    }
  });

  it('follows a change of the table, and leaves no period to the text around it', () => {
    const changed: RetentionRule = { ...RETENTION[0], period: { days: 400 } };
    expect(retentionLines([changed])).toEqual([
      { label: 'Messages', text: expect.stringContaining('400 days after they came') },
    ]);
    const around = policy.slice(0, policy.indexOf('## 9.'));
    expect(around.match(/\d+ (?:hours|days|years)/g)).toBeNull();
  });
});

it('periods are whole years of the calendar, and read like a person says it', () => {
  expect(retainedUntil('messages', new Date('2024-02-29T12:00:00Z'))).toEqual(
    new Date('2026-02-28T12:00:00Z'),
  );
  expect(retainedSince('orders', new Date('2034-02-28T12:00:00Z'))).toEqual(
    new Date('2024-02-28T12:00:00Z'),
  );
  expect(retainedUntil('pending-uploads', new Date('2026-03-29T00:30:00Z'))).toEqual(
    new Date('2026-03-30T00:30:00Z'),
  );
  expect(ruleOf('drafts').period).toEqual({ days: DRAFT_DAYS });
  const periods = [{ days: 1 }, { years: 10 }, null] as const;
  expect(periods.map((period) => periodText({ period }))).toEqual(['1 day', '10 years', null]);
});
