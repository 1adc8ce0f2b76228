/** The colours of `app/styles/app.css` as mail programs read them: no OKLCH, no `light-dark()`. */
export const COLOURS = {
  surface: { light: '#f8fafd', dark: '#0d141f' },
  raised: { light: '#ffffff', dark: '#161e2b' },
  ink: { light: '#171f2e', dark: '#eaeff5' },
  muted: { light: '#4e5969', dark: '#a8b2be' },
  line: { light: '#cdd5de', dark: '#343e4d' },
  accent: { light: '#144bb7', dark: '#70adfb' },
  accentInk: { light: '#f9fcff', dark: '#0a121f' },
} as const;

const { surface, raised, ink, muted, line, accent, accentInk } = COLOURS;

export const DARK_STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .surface, .surface > table > tbody > tr > td { background-color: ${surface.dark} !important; }
  .raised { background-color: ${raised.dark} !important; }
  .ink, .ink > table > tbody > tr > td { color: ${ink.dark} !important; }
  .muted { color: ${muted.dark} !important; }
  .line { border-color: ${line.dark} !important; }
  .accent { color: ${accent.dark} !important; }
  .button { background-color: ${accent.dark} !important; color: ${accentInk.dark} !important; }
}
`;
