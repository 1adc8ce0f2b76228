type Attributes = Record<string, string | null | undefined>;

/** What a drawing's own styles say about an element. */
export type Styles = { of(attributes: Attributes): Record<string, string> };

const MAX_RULES = 2_000;
const SIMPLE_SELECTOR = /^(?:\.([\w-]{1,100})|#([\w.:-]{1,100}))$/;

function readDeclarations(text: string): Record<string, string> {
  const declarations: Record<string, string> = {};
  for (const part of text.split(';')) {
    const colon = part.indexOf(':');
    if (colon === -1) continue;
    const name = part.slice(0, colon).trim().toLowerCase();
    const value = part
      .slice(colon + 1)
      .replace(/!\s*important\s*$/i, '')
      .trim();
    if (/^[a-z-]{2,40}$/.test(name) && value) declarations[name] = value;
  }
  return declarations;
}

function withoutComments(sheet: string): string {
  const parts: string[] = [];
  let position = 0;
  for (;;) {
    const start = sheet.indexOf('/*', position);
    if (start === -1) return [...parts, sheet.slice(position)].join(' ');
    parts.push(sheet.slice(position, start));
    const end = sheet.indexOf('*/', start + 2);
    if (end === -1) return parts.join(' ');
    position = end + 2;
  }
}

/**
 * Reads what drawing programs write: rules for a class or an id. Other selectors and at-rules are left out; what a style may say is
 * checked by the caller like any attribute.
 */
export function readStyles(sheets: readonly string[]): Styles {
  const rules = new Map<string, Record<string, string>>();
  for (const sheet of sheets) {
    const text = withoutComments(sheet);
    for (const block of text.split('}').slice(0, MAX_RULES)) {
      const brace = block.indexOf('{');
      if (brace === -1 || block.includes('@')) continue;
      const declarations = readDeclarations(block.slice(brace + 1));
      for (const selector of block.slice(0, brace).split(',').slice(0, 200)) {
        const key = selector.trim();
        if (SIMPLE_SELECTOR.test(key)) rules.set(key, { ...rules.get(key), ...declarations });
      }
    }
  }
  return {
    of(attributes) {
      const classes = (attributes['class'] ?? '').slice(0, 2_000).split(/\s+/).slice(0, 20);
      return Object.assign(
        {},
        ...classes.map((name) => rules.get(`.${name}`)),
        rules.get(`#${attributes['id'] ?? ''}`),
        readDeclarations(attributes['style'] ?? ''),
      ) as Record<string, string>;
    },
  };
}
