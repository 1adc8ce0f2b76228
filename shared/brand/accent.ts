type Oklch = { l: number; c: number; h: number };
type Lab = readonly [l: number, a: number, b: number];

export type ThemeAccent = {
  accent: string;
  hover: string;
  second: string;
  /** Lowest contrast with a surface of the theme. */
  contrast: number;
};
export type Accent = Record<Theme, ThemeAccent>;
type Theme = 'light' | 'dark';

export const HEX_COLOR = /^#[0-9a-f]{6}$/i;
export const MIN_CONTRAST = 4.5;

/** The tokens of app/styles/app.css. */
export const COBALT: Record<Theme, Omit<ThemeAccent, 'contrast'>> = {
  light: { accent: '#144bb7', hover: '#03379a', second: '#00787d' },
  dark: { accent: '#70adfb', hover: '#97c4fe', second: '#4fcdcd' },
};

/** The darkest and lightest that text in the accent lies on, besides its own tint. */
const SURFACES: Record<Theme, { sunken: string; raised: string; step: number }> = {
  light: { sunken: '#ecf1f5', raised: '#ffffff', step: -0.005 },
  dark: { sunken: '#090e18', raised: '#161e2b', step: 0.005 },
};
const TINT = 0.1;
const HOVER = 0.08;

function toLinear(hex: string): [number, number, number] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return [r, g, b];
}

/** Björn Ottosson, "A perceptual color space for image processing". */
function toLab(hex: string): Lab {
  const [r, g, b] = toLinear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromLab([lightness, a, b]: Lab): number[] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function formatHex(linear: readonly number[]): string {
  const bytes = linear.map((value) => {
    const part = Math.min(1, Math.max(0, value));
    const coded = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
    return Math.round(coded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${bytes.join('')}`;
}

export function toOklch(hex: string): Oklch {
  const [l, a, b] = toLab(hex);
  return { l, c: Math.hypot(a, b), h: Math.atan2(b, a) };
}

/** Reduces the chroma until sRGB has the colour. */
export function toHex({ l, c, h }: Oklch): string {
  let chroma = c;
  for (;;) {
    const linear = fromLab([l, chroma * Math.cos(h), chroma * Math.sin(h)]);
    if (chroma < 0.001 || linear.every((value) => value > -0.0005 && value < 1.0005))
      return formatHex(linear);
    chroma *= 0.98;
  }
}

/** WCAG 2.2, contrast ratio. */
export function getContrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other]
    .map((hex) => {
      const [r, g, b] = toLinear(hex);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    })
    .toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function getLowestContrast(hex: string, theme: Theme): number {
  const { sunken, raised } = SURFACES[theme];
  const [over, under] = [toLab(hex), toLab(raised)];
  const tint = under.map((part, index) => part + TINT * ((over[index] ?? 0) - part));
  const tinted = formatHex(fromLab(tint as unknown as Lab));
  return Math.min(...[sunken, raised, tinted].map((surface) => getContrast(hex, surface)));
}

/** Changes the lightness until the colour is readable on the surfaces of the theme. */
function repair(color: Oklch, theme: Theme): string {
  const { step } = SURFACES[theme];
  let hex = toHex(color);
  for (let { l } = color; getLowestContrast(hex, theme) < MIN_CONTRAST; l += step)
    hex = toHex({ ...color, l });
  return hex;
}

function deriveTheme(color: Oklch, theme: Theme): Omit<ThemeAccent, 'contrast'> {
  const accent = repair(color, theme);
  const { l, ...hue } = toOklch(accent);
  const isAtEnd = theme === 'light' ? l < 0.25 : l > 0.9;
  const change = (theme === 'light') === isAtEnd ? HOVER : -HOVER;
  return {
    accent,
    hover: toHex({ ...hue, l: l + change }),
    second: repair({ ...color, c: color.c * 0.5 }, theme),
  };
}

/** The accent of both themes from one colour, cobalt without one. */
export function deriveAccent(color: string): Accent {
  const themes = (['light', 'dark'] as const).map((theme) => {
    const derived = HEX_COLOR.test(color) ? deriveTheme(toOklch(color), theme) : COBALT[theme];
    return [theme, { ...derived, contrast: getLowestContrast(derived.accent, theme) }];
  });
  return Object.fromEntries(themes) as Accent;
}
