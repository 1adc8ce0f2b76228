import type { PageSettings } from '#shared/site-settings/schema.ts';

type Props = {
  place: 'header' | 'footer';
  settings: PageSettings;
  size?: { width: number; height: number };
  /** Alternative text of the built-in mark; empty beside the company's name. */
  markAlt?: string;
};

export function Logo({ place, settings, size, markAlt = settings.company.name }: Props) {
  const url = settings[`${place}LogoUrl`];
  return (
    <img
      src={url || '/logo.svg'}
      alt={url ? settings[`${place}LogoAlt`] : markAlt}
      width={settings[`${place}LogoWidth`]}
      height={settings[`${place}LogoHeight`]}
      {...size}
      className="logo"
    />
  );
}
