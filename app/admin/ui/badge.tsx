import type { ReactNode } from 'react';

export type BadgeTone = 'yellow' | 'blue' | 'green' | 'red' | 'purple' | 'neutral';

/** A status in colour and in words. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className="admin-badge" data-tone={tone}>
      {children}
    </span>
  );
}

export function PublishedBadge({ isPublished }: { isPublished: boolean }) {
  return isPublished ? <Badge tone="green">Published</Badge> : <Badge tone="yellow">Draft</Badge>;
}

export function FeaturedBadge({ isFeatured }: { isFeatured: boolean }) {
  return isFeatured ? <Badge tone="green">Featured</Badge> : <Badge>Not Featured</Badge>;
}
