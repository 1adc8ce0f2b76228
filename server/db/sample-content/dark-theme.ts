import theme from '#content/dark-theme.json' with { type: 'json' };

type Palette = Record<string, { fill: string; stroke: string }>;

/** Tokens of the dark theme, as app/styles/app.css states them. */
export const DARK_TOKENS = theme.tokens;

/** Drawings have more: areas filled with a colour or tinted with it, lines upon them, ink that does not glow. */
const COLORS: Record<string, string> = { ...theme.tokens, ...theme.ownColors };

/** People stay people: faces light, outlines dark, only the wall behind them goes dark. */
const PALETTES: Record<string, Palette> = {
  posts: theme.drawing,
  projects: theme.drawing,
  testimonials: theme.portrait,
  team: theme.portrait,
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
