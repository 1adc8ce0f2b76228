import type { ReactNode } from 'react';
import {
  SOCIAL_NETWORK_LABELS,
  SOCIAL_NETWORKS,
  type SocialNetwork,
} from '#shared/site-settings/values.ts';
import { LAYOUT_MESSAGES } from './messages.ts';

// Simple marks of our own: the icon library carries no brands.
const MARKS: Record<SocialNetwork, ReactNode> = {
  linkedin: (
    <path d="M5 9v10M5 5v.01M10 19V9m0 4.5c0-2.5 1.6-4.5 4.2-4.5C17 9 18.5 10.8 18.5 14v5" />
  ),
  twitter: <path d="m4 4 16 16M20 4 4 20M4 4h4.5L20 20h-4.5z" />,
  facebook: <path d="M13 21v-9.5m0 0V8.5A3.5 3.5 0 0 1 16.5 5H18M13 11.5H9m4 0h4" />,
  instagram: (
    <>
      <rect x="4" y="4" width="16" height="16" rx="4.5" />
      <circle cx="12" cy="12" r="3.7" />
      <path d="M16.7 7.3v.01" />
    </>
  ),
  github: (
    <path d="M9 20.5v-3c-4 1-4.5-2-6-2.5M15 21v-3.5c0-1 .1-1.5-.5-2 3-.3 5.5-1.5 5.5-6a4.6 4.6 0 0 0-1.3-3.2 4.2 4.2 0 0 0-.1-3.2s-1.1-.3-3.6 1.3a12.3 12.3 0 0 0-6 0C6.5 2.8 5.4 3.1 5.4 3.1a4.2 4.2 0 0 0-.1 3.2A4.6 4.6 0 0 0 4 9.5c0 4.5 2.5 5.7 5.5 6-.5.5-.6 1-.5 2V21" />
  ),
};

/** Those of the networks that have a link. */
export function linkedNetworks(
  links: Record<SocialNetwork, string>,
  networks: readonly SocialNetwork[] = SOCIAL_NETWORKS,
): SocialNetwork[] {
  return networks.filter((network) => /^https?:\/\//.test(links[network]));
}

type Props = { links: Record<SocialNetwork, string>; networks?: readonly SocialNetwork[] };

/** The social networks that have a link. */
export function SocialLinks({ links, networks = linkedNetworks(links) }: Props) {
  if (networks.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {networks.map((network) => (
        <li key={network}>
          <a
            href={links[network]}
            target="_blank"
            rel="noopener noreferrer me"
            className="grid size-11 place-items-center rounded border border-line text-ink-muted hover:border-accent hover:text-accent"
          >
            <svg
              viewBox="0 0 24 24"
              aria-hidden="true"
              strokeWidth="1.75"
              strokeLinecap="round"
              strokeLinejoin="round"
              className="size-5 fill-none stroke-current"
            >
              {MARKS[network]}
            </svg>
            <span className="sr-only">
              {SOCIAL_NETWORK_LABELS[network] + LAYOUT_MESSAGES.newTab}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
