import type { ReactNode } from 'react';
import { BADGE_MESSAGES } from './messages.ts';

export type BadgeTone = 'yellow' | 'blue' | 'green' | 'red' | 'purple' | 'neutral';

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className="admin-badge" data-tone={tone}>
      {children}
    </span>
  );
}

export function PublishedBadge({ isPublished }: { isPublished: boolean }) {
  const { published, draft } = BADGE_MESSAGES;
  return <Badge tone={isPublished ? 'green' : 'yellow'}>{isPublished ? published : draft}</Badge>;
}

export function FeaturedBadge({ isFeatured }: { isFeatured: boolean }) {
  const { featured, notFeatured } = BADGE_MESSAGES;
  return (
    <Badge tone={isFeatured ? 'green' : 'neutral'}>{isFeatured ? featured : notFeatured}</Badge>
  );
}
