type Attributes = Record<string, string | null | undefined>;

/** What a drawing's own styles say about an element. */
export type Styles = {
  /** Throws when all elements together have been given more than `MAX_STYLED_CHARACTERS`. */
  of(attributes: Attributes): Record<string, string>;
};

type Options = {
  /** Which declarations count; the others are left out before they are given to anything. */
  isAllowed: (name: string, value: string) => boolean;
  createTooComplexError: () => Error;
};

const MAX_RULES = 2_000;
const MAX_SELECTORS = 20_000;
// A rule is written once and given to every element that it fits: rules times elements is what a drawing can grow to.
const MAX_STYLED_CHARACTERS = 2 * 1024 * 1024;
const SIMPLE_SELECTOR = /^(?:\.([\w-]{1,100})|#([\w.:-]{1,100}))$/;

function readDeclarations(text: string, isAllowed: Options['isAllowed']): Record<string, string> {
  const declarations: Record<string, string> = {};
  for (const part of text.split(';')) {
    const colon = part.indexOf(':');
    if (colon === -1) continue;
    const name = part.slice(0, colon).trim().toLowerCase();
    const value = part
      .slice(colon + 1)
      .replace(/!\s*important\s*$/i, '')
      .trim();
    if (value && isAllowed(name, value)) declarations[name] = value;
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
 * Reads what drawing programs write: rules for a class or an id. Other selectors, at-rules and declarations that are not allowed are
 * left out.
 */
export function readStyles(
  sheets: readonly string[],
  { isAllowed, createTooComplexError }: Options,
): Styles {
  const rules = new Map<string, Record<string, string>>();
  let selectors = 0;
  let characters = 0;

  function count(declarations: Record<string, string>): void {
    for (const [name, value] of Object.entries(declarations)) {
      characters += name.length + value.length;
    }
    if (characters > MAX_STYLED_CHARACTERS) throw createTooComplexError();
  }

  for (const sheet of sheets) {
    const text = withoutComments(sheet);
    for (const block of text.split('}').slice(0, MAX_RULES)) {
      const brace = block.indexOf('{');
      if (brace === -1 || block.includes('@')) continue;
      const declarations = readDeclarations(block.slice(brace + 1), isAllowed);
      for (const selector of block.slice(0, brace).split(',')) {
        const key = selector.trim();
        if (!SIMPLE_SELECTOR.test(key)) continue;
        selectors += 1;
        if (selectors > MAX_SELECTORS) throw createTooComplexError();
        count(declarations);
        rules.set(key, Object.assign(rules.get(key) ?? {}, declarations));
      }
    }
  }
  return {
    of(attributes) {
      const classes = (attributes['class'] ?? '').slice(0, 2_000).split(/\s+/).slice(0, 20);
      const styled: Record<string, string> = {};
      const fitting = [...classes.map((name) => `.${name}`), `#${attributes['id'] ?? ''}`];
      for (const declarations of [
        ...fitting.map((key) => rules.get(key) ?? {}),
        readDeclarations(attributes['style'] ?? '', isAllowed),
      ]) {
        count(declarations);
        Object.assign(styled, declarations);
      }
      return styled;
    },
  };
}
