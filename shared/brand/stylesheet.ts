import { deriveAccent, HEX_COLOR } from './accent.ts';

export const BRAND_STYLESHEET = '/brand.css';

type Brand = {
  accentColor: string;
  typeface: string;
  corner: string;
  hasName: boolean;
  hasOrnament: boolean;
  darkLogo: string | null;
};

const INTER = "'Inter Variable', ui-sans-serif, system-ui, sans-serif";

/** Fonts of headings; text is in Inter. */
const DISPLAY_FONTS: Record<string, string> = {
  workshop: `'Bricolage Grotesque Variable', ${INTER}`,
  plain: INTER,
  classic: "Georgia, 'Noto Serif', ui-serif, serif",
};

/** Radii of small, usual and large boxes. */
const RADII: Record<string, readonly [string, string, string]> = {
  square: ['0', '0', '0'],
  soft: ['4px', '8px', '12px'],
  round: ['8px', '14px', '20px'],
};

/** Shows one of two logos; the switch for the theme overrides the preference of the browser. */
const LOGO_RULES = `@media print{.logo-dark{display:none}}
@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]) .logo-light{display:none}}
@media screen and (prefers-color-scheme:light){:root:not([data-theme=dark]) .logo-dark{display:none}}
@media screen{:root[data-theme=dark] .logo-light,:root[data-theme=light] .logo-dark{display:none}}`;

const PLAIN_RULES = `.ornament>*,.ornament:not(.size-full){display:none}
.ornament{background:color-mix(in oklab,var(--color-accent) 10%,transparent)}`;

function declare(tokens: Record<string, string | undefined>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');
}

/** Dark bands of the home page, in a shade of the accent. */
function buildNightRule({ accentColor }: Brand): string {
  if (!HEX_COLOR.test(accentColor)) return '';
  const { accent, hover, second } = deriveAccent(accentColor).dark;
  const shade = (lightness: number) => `oklch(from ${accent} ${lightness} min(c,.075) h)`;
  const tokens = {
    'color-surface': shade(0.25),
    'color-line': shade(0.43),
    'color-line-strong': shade(0.68),
    'color-accent': accent,
    'color-accent-hover': hover,
    'color-accent-2': second,
  };
  return `@media screen{.night{${declare(tokens)}}}`;
}

/** Replaces tokens of app/styles/app.css. */
export function buildBrandCss(brand: Brand, selector = ':root'): string {
  const { light, dark } = deriveAccent(brand.accentColor);
  const [small, usual, large] = RADII[brand.corner] ?? [];
  const tokens = {
    'color-accent': `light-dark(${light.accent},${dark.accent})`,
    'color-accent-hover': `light-dark(${light.hover},${dark.hover})`,
    'color-accent-2': `light-dark(${light.second},${dark.second})`,
    'font-display': DISPLAY_FONTS[brand.typeface],
    'radius-sm': small,
    radius: usual,
    'radius-lg': large,
  };
  const rules = [
    `${selector}{${declare(tokens)}}`,
    buildNightRule(brand),
    brand.corner === 'square' && `${selector} :is(.chip,.badge){border-radius:0}`,
    // Serifs that stand for Georgia are up to a sixth wider.
    brand.typeface === 'classic' &&
      `${selector} :is(h1,h2,h3,.font-display):not(.font-sans){font-size-adjust:.46}`,
    !brand.hasName && '.logo-name{display:none}',
    !brand.hasOrnament && PLAIN_RULES,
    brand.darkLogo && LOGO_RULES,
  ];
  return rules.filter(Boolean).join('\n');
}
