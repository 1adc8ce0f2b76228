import type { PageSettings } from '#shared/site-settings/schema.ts';
import { MAX_HEADER_LOGO_HEIGHT } from '#shared/site-settings/values.ts';

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
  const [width, height] = [settings[`${place}LogoWidth`], settings[`${place}LogoHeight`]];
  const isInHeader = place === 'header' && !size;
  const scale = isInHeader ? Math.min(1, MAX_HEADER_LOGO_HEIGHT / height) : 1;
  const alt = url ? settings[`${place}LogoAlt`] : markAlt;
  const image = {
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    ...size,
  };
  const className = isInHeader ? 'logo max-w-[45vw]' : 'logo';
  return (
    <>
      <img
        src={url || '/logo.svg'}
        alt={alt}
        {...image}
        className={darkUrl ? `${className} logo-light` : className}
      />
      {darkUrl && (
        <img
          loading="lazy"
          src={darkUrl}
          alt={alt}
          {...image}
          className={`${className} logo-dark`}
        />
      )}
    </>
  );
}
