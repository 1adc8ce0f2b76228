/** Tokens of the dark theme, as app/styles/app.css states them. */
export const DARK_TOKENS = {
  surface: 'oklch(0.19 0.025 260)',
  'surface-raised': 'oklch(0.235 0.028 260)',
  ink: 'oklch(0.95 0.01 250)',
  'ink-muted': 'oklch(0.76 0.02 250)',
  line: 'oklch(0.36 0.03 260)',
  'line-strong': 'oklch(0.58 0.03 255)',
  accent: 'oklch(0.74 0.13 255)',
  'accent-2': 'oklch(0.78 0.11 195)',
  alert: 'oklch(0.75 0.14 28)',
} as const;

/** What a drawing has and no control: areas filled with a colour or tinted with it, lines upon them, ink that does not glow. */
const OWN = {
  chalk: 'oklch(0.86 0.03 252)',
  deep: 'oklch(0.165 0.022 260)',
  cobalt: 'oklch(0.45 0.135 261)',
  'cobalt-line': 'oklch(0.53 0.14 261)',
  'cobalt-pale': 'oklch(0.66 0.11 258)',
  'cobalt-tint': 'oklch(0.295 0.05 261)',
  'cobalt-mid': 'oklch(0.39 0.07 261)',
  turquoise: 'oklch(0.53 0.088 198)',
  'turquoise-pale': 'oklch(0.64 0.075 197)',
  'turquoise-tint': 'oklch(0.29 0.04 208)',
  'turquoise-mid': 'oklch(0.41 0.06 200)',
  coral: 'oklch(0.65 0.17 30)',
  'coral-deep': 'oklch(0.51 0.15 30)',
  'coral-tint': 'oklch(0.305 0.058 28)',
  skin: 'oklch(0.9 0.014 85)',
} as const;

const COLORS = { ...DARK_TOKENS, ...OWN };
type Color = keyof typeof COLORS;
type Palette = Record<string, { fill: Color; stroke: Color }>;

function both(color: Color) {
  return { fill: color, stroke: color };
}

/** What the sample drawings are drawn in, and what each colour becomes. */
const DRAWING: Palette = {
  '#f7f9fb': both('surface'),
  '#fff': both('surface-raised'),
  '#fefefe': both('ink'),
  '#eef3f8': both('surface-raised'),
  '#e6edf4': both('line'),
  '#cdd8e4': both('line'),
  '#7d8ea6': both('ink-muted'),
  '#14315e': both('chalk'),
  '#12305f': both('deep'),
  '#1f4fa3': { fill: 'cobalt', stroke: 'accent' },
  '#2f60b5': both('cobalt-line'),
  '#5d84c8': both('cobalt-pale'),
  '#8fb0e6': both('accent'),
  '#9fb6de': both('cobalt-mid'),
  '#bccdea': { fill: 'cobalt-mid', stroke: 'line-strong' },
  '#e3ebf7': both('cobalt-tint'),
  '#17908f': { fill: 'turquoise', stroke: 'accent-2' },
  '#84c8c4': both('turquoise-mid'),
  '#a3d8d5': { fill: 'turquoise-mid', stroke: 'turquoise-pale' },
  '#d9efed': both('turquoise-tint'),
  '#e0533a': { fill: 'coral', stroke: 'alert' },
  '#b53d27': both('coral-deep'),
  '#fbe2dc': both('coral-tint'),
};

/** People stay people: faces light, outlines dark, only the wall behind them goes dark. */
const PORTRAIT: Palette = {
  '#fff': both('skin'),
  '#14315e': both('surface'),
  '#1f4fa3': both('cobalt'),
  '#5d84c8': both('accent'),
  '#8fb0e6': both('accent'),
  '#bccdea': both('ink-muted'),
  '#e3ebf7': both('cobalt-tint'),
  '#17908f': both('turquoise'),
  '#a3d8d5': both('turquoise-pale'),
  '#d9efed': both('turquoise-tint'),
  '#e0533a': both('coral'),
};

const PALETTES: Record<string, Palette> = {
  posts: DRAWING,
  projects: DRAWING,
  testimonials: PORTRAIT,
  team: PORTRAIT,
};

/** A sample drawing with a style that recolours it where the page around it is dark; its colours themselves stay the light ones. */
export function addDarkTheme(svg: string, folder: string): string {
  const selectors = new Map<string, string[]>();
  for (const [hex, colors] of Object.entries(PALETTES[folder] ?? {})) {
    for (const property of ['fill', 'stroke'] as const) {
      const selector = `[${property}="${hex}"]`;
      if (!svg.includes(selector.slice(1, -1))) continue;
      const declaration = `${property}:${COLORS[colors[property]]}`;
      selectors.set(declaration, [...(selectors.get(declaration) ?? []), selector]);
    }
  }
  if (selectors.size === 0) return svg;
  const rules = [...selectors].map(([declaration, list]) => `${list.join(',')}{${declaration}}`);
  const style = `<style>@media (prefers-color-scheme:dark){${rules.join('')}}</style>`;
  return svg.replace(/<svg[^>]*>/, (opening) => opening + style);
}
