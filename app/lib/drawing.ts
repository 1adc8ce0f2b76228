import { escapeXml } from './xml.ts';

/** Inlines an SVG of `content/drawings/`; decorative without a name. */
export function toInlineSvg(file: string, name?: string): string {
  const access = name ? ` role="img" aria-label="${escapeXml(name)}"` : ' aria-hidden="true"';
  return file
    .replace(/ xmlns="[^"]*"/, access)
    .replaceAll(/>\s+</g, '><')
    .trim();
}
