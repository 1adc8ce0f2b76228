import { useCompany } from '#app/components/live-settings.tsx';
import {
  SOCIAL_NETWORK_LABELS,
  SOCIAL_NETWORKS,
  type SocialNetwork,
} from '#shared/site-settings/values.ts';
import { LAYOUT_MESSAGES } from '#app/site/lib/messages.ts';

// A file of our own, which costs no script: the icon library has no brands.
const MARKS = '/social.svg';

export function linkedNetworks(
  links: Record<SocialNetwork, string>,
  networks: readonly SocialNetwork[] = SOCIAL_NETWORKS,
): SocialNetwork[] {
  return networks.filter((network) => /^https?:\/\//.test(links[network]));
}

type Props = { links: Record<SocialNetwork, string>; networks?: readonly SocialNetwork[] };

export function SocialLinks({ links, networks = linkedNetworks(links) }: Props) {
  const { links: profiles } = useCompany();
  if (networks.length + profiles.length === 0) return null;
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
              aria-hidden="true"
              strokeWidth="1.75"
              strokeLinecap="round"
              strokeLinejoin="round"
              className="size-5 fill-none stroke-current"
            >
              <use href={`${MARKS}#${network}`} />
            </svg>
            <span className="sr-only">
              {SOCIAL_NETWORK_LABELS[network] + LAYOUT_MESSAGES.newTab}
            </span>
          </a>
        </li>
      ))}
      {profiles
        .filter(({ url }) => url)
        .map(({ label, url }) => (
          <li key={url}>
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer me"
              className="inline-flex min-h-11 items-center rounded border border-line px-3 text-sm text-ink-muted hover:border-accent hover:text-accent"
            >
              {label}
              <span className="sr-only">{LAYOUT_MESSAGES.newTab}</span>
            </a>
          </li>
        ))}
    </ul>
  );
}
