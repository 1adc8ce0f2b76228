import { createAnchors } from '#app/site/lib/anchors.ts';

export type TextSection = {
  /** Null before the first heading. */
  id: string | null;
  heading: string;
  html: string;
};

type Heading = { level: number; start: number; text: string };

const MIN_SECTIONS = 3;
// More entries do not help, and the markup must be limited.
const MAX_SECTIONS = 60;

// The serialiser escapes `<` in text and quotes in values, so this matches tags only.
const TAG = /<(\/?)([a-z][a-z0-9]*)(?:"[^"]*"|[^">])*>/g;

function textOf(html: string): string {
  return html
    .replaceAll(TAG, ' ')
    .replaceAll(/&#x([0-9A-F]+);/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function findHeadings(html: string): Heading[] {
  const headings: Heading[] = [];
  let depth = 0;
  let open: { level: number; start: number; end: number } | null = null;
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(TAG)) {
    if (name === 'br') continue;
    if (slash) depth -= 1;
    if (depth === 0) {
      const text = slash && open ? textOf(html.slice(open.end, index)) : '';
      if (open && text) headings.push({ level: open.level, start: open.start, text });
      const level = !slash && /^h[1-6]$/.test(name) ? Number(name[1]) : null;
      open = level ? { level, start: index, end: index + tag.length } : null;
    }
    if (!slash) depth += 1;
  }
  return headings;
}

/** Headings of the uppermost level that divides the text. */
function findDividingHeadings(html: string): Heading[] {
  const levels = Map.groupBy(findHeadings(html), ({ level }) => level);
  const [, dividing = []] =
    [...levels]
      .toSorted(([first], [second]) => first - second)
      .find(([, headings]) => headings.length >= MIN_SECTIONS) ?? [];
  return dividing.slice(0, MAX_SECTIONS);
}

/** A text with few headings stays in one part. */
export function splitIntoSections(html: string): TextSection[] {
  const headings = findDividingHeadings(html);
  // Without numbers, so that renumbering keeps the anchors.
  const ids = createAnchors(
    'section',
    headings.map(({ text }) => text.replace(/^\d+[.)]\s*/, '')),
  );
  const sections = headings.map(({ start, text }, index) => ({
    id: ids[index] ?? null,
    heading: text,
    html: html.slice(start, headings[index + 1]?.start),
  }));
  const before = html.slice(0, headings[0]?.start);
  if (before.trim() === '') return sections;
  return [{ id: null, heading: '', html: before }, ...sections];
}
