import { TrustedHtml } from '#app/lib/trusted-html.tsx';
import type { ClientLogo } from './home-data.ts';

type Props = { textHtml: string; clients: readonly ClientLogo[] };

export function About({ textHtml, clients }: Props) {
  return (
    <section id="about" aria-labelledby="about-heading" className="section-space">
      <div className="content-width grid gap-16 lg:gap-24">
        <TrustedHtml html={textHtml} className="grid gap-16 lg:gap-24" />
        {clients.length > 0 && <Clients clients={clients} />}
      </div>
    </section>
  );
}

function Clients({ clients }: { clients: readonly ClientLogo[] }) {
  return (
    <div className="grid gap-5 border-t border-line pt-8">
      <h3 className="font-sans text-sm font-medium tracking-normal text-ink-muted">
        Firms that work with our software
      </h3>
      <ul className="flex flex-wrap items-center gap-x-8 gap-y-6 md:justify-between md:gap-x-4">
        {clients.map(({ id, name, logoUrl }) => (
          <li key={id}>
            {logoUrl ? (
              <img
                src={logoUrl}
                alt={name}
                width={240}
                height={80}
                loading="lazy"
                decoding="async"
                className="client-logo h-11 w-auto"
              />
            ) : (
              <span className="font-display text-lg font-semibold">{name}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
