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
  const darkUrl = settings.brand?.darkLogoUrl;
  const alt = url ? settings[`${place}LogoAlt`] : markAlt;
  const image = {
    width: settings[`${place}LogoWidth`],
    height: settings[`${place}LogoHeight`],
    ...size,
  };
  return (
    <>
      <img
        src={url || '/logo.svg'}
        alt={alt}
        {...image}
        className={darkUrl ? 'logo logo-light' : 'logo'}
      />
      {darkUrl && (
        <img loading="lazy" src={darkUrl} alt={alt} {...image} className="logo logo-dark" />
      )}
    </>
  );
}
