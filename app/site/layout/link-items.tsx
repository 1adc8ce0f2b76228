import type { ComponentProps } from 'react';
import { SiteLink } from './site-link.tsx';

type LinkProps = ComponentProps<typeof SiteLink>;

type Props = Pick<LinkProps, 'className' | 'prefetch'> & {
  links: readonly { to: LinkProps['to']; label: string }[];
};

/** Links as the items of a list. */
export function LinkItems({ links, ...link }: Props) {
  return links.map(({ to, label }) => (
    <li key={label}>
      <SiteLink {...link} to={to}>
        {label}
      </SiteLink>
    </li>
  ));
}
