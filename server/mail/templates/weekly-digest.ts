import { type CheckedClaim, describeDrift, stateOf } from '#shared/claims/claim-state.ts';
import { PROMISE_KEY } from '#shared/claims/values.ts';
import { formatMinutes } from '#shared/lib/duration.ts';
import type { ResponseSummary } from '#shared/reports/admin-schema.ts';
import { button, composeContent, facts, list, type MailContent, paragraph } from './content.ts';
import { DIGEST_MESSAGES as messages } from './messages.ts';

/** `week` is its Monday. */
export type WeeklyDigest = {
  week: string;
  current: ResponseSummary;
  previous: ResponseSummary;
  claims: readonly CheckedClaim[];
  today: string;
};

const WEEK = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

const STATISTICS = {
  enquiries: ({ enquiries }) => String(enquiries),
  median: ({ medianMinutes }) => minutesText(medianMinutes),
  ninetieth: ({ ninetiethMinutes }) => minutesText(ninetiethMinutes),
  inTime: ({ inTimePercent }) =>
    inTimePercent === null ? messages.tooFew : `${Math.floor(inTimePercent)}%`,
  overdue: ({ overdue }) => String(overdue),
} satisfies Record<keyof typeof messages.labels, (summary: ResponseSummary) => string>;

function minutesText(minutes: number | null): string {
  return minutes === null ? messages.tooFew : formatMinutes(minutes);
}

function describeClaims({ claims, today }: WeeklyDigest): string[] {
  return claims.flatMap((claim) => {
    const state = stateOf(claim, today);
    const { label } = claim;
    if (state === 'drifts') return messages.drift(label, describeDrift(claim) ?? '');
    return state === 'review-due' ? messages.review(label, claim.reviewBy ?? '') : [];
  });
}

export function weeklyDigest(digest: WeeklyDigest, siteUrl: string): MailContent {
  const { week, current, previous, claims } = digest;
  const name = WEEK.format(new Date(week));
  const names = Object.keys(STATISTICS) as (keyof typeof STATISTICS)[];
  const untrue = describeClaims(digest);
  const hidden = claims.filter(({ isShown }) => !isShown).length;
  const hasNumbers = claims.some(({ key }) => key !== PROMISE_KEY);
  const intro =
    current.enquiries === 0
      ? messages.nothing
      : messages.summary(current.enquiries, STATISTICS.inTime(current));
  return composeContent(
    {
      subject: messages.subject(name),
      preheader: intro,
      heading: messages.heading(name),
      reason: messages.reason,
    },
    [
      paragraph(intro),
      facts(
        messages.responses,
        names.map((of) => [
          messages.labels[of],
          messages.compared(STATISTICS[of](current), STATISTICS[of](previous)),
        ]),
      ),
      list(messages.claims, untrue) ?? (hasNumbers ? paragraph(messages.claimsHold) : null),
      hidden > 0 ? paragraph(messages.hidden(hidden)) : null,
      button(messages.open, `${siteUrl}/admin/reports`),
    ],
  );
}
