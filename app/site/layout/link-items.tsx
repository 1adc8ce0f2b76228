import type { ComponentProps } from 'react';
import { useLocation } from 'react-router';
import { SiteLink } from './site-link.tsx';

type LinkProps = ComponentProps<typeof SiteLink>;

type Props = Pick<LinkProps, 'className' | 'prefetch'> & {
  links: readonly { to: LinkProps['to']; label: string }[];
};

export function LinkItems({ links, ...link }: Props) {
  const { pathname } = useLocation();
  return links.map(({ to, label }) => (
    <li key={label}>
      <SiteLink {...link} to={to} aria-current={to === pathname ? 'page' : undefined}>
        {label}
      </SiteLink>
    </li>
  ));
}
