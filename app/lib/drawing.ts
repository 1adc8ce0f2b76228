/** An SVG file of `content/drawings/` as markup of a page, without indentation. Without a name it is decoration. */
export function toInlineSvg(file: string, name?: string): string {
  const access = name ? ` role="img" aria-label="${name}"` : ' aria-hidden="true"';
  return file
    .replace(/ xmlns="[^"]*"/, access)
    .replaceAll(/>\s+</g, '><')
    .trim();
}
