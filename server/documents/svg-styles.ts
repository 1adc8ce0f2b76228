type Attributes = Record<string, string | null | undefined>;

export type Styles = {
  of(attributes: Attributes): Record<string, string>;
  dark: string;
  darkClassesOf(attributes: Attributes): string;
};

type Options = {
  isAllowed: (name: string, value: string) => boolean;
  createTooComplexError: () => Error;
};

// A rule is copied to every matching element, so a drawing grows to rules times elements.
const MAX_STYLED_CHARACTERS = 2 * 1024 * 1024;
const DARK_MEDIA = /^@media\s+(?:screen\s+and\s+)?\(\s*prefers-color-scheme\s*:\s*dark\s*\)$/i;
// An open quote would swallow the following rules.
const DARK_SELECTOR =
  /^(?:[a-z]{1,30}|\.[\w-]{1,100}|#[\w-]{1,100}|\[[a-z-]{1,40}=(?:"[^"'\\\]<>{}]{1,100}"|'[^"'\\\]<>{}]{1,100}')\])$/i;
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

type Rule = { prelude: string; body: string };

function splitRules(sheet: string): Rule[] {
  const rules: Rule[] = [];
  let depth = 0;
  let start = 0;
  let open = 0;
  const take = (end: number) => {
    const head = sheet.slice(start, open);
    const prelude = head.slice(head.lastIndexOf(';') + 1).trim();
    rules.push({ prelude, body: sheet.slice(open + 1, end) });
    start = end + 1;
  };
  for (const { 0: brace, index } of sheet.matchAll(/[{}]/g)) {
    if (brace === '{') {
      if (depth === 0) open = index;
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      if (depth === 0) take(index);
    }
  }
  if (depth > 0) take(sheet.length);
  return rules;
}

/** Reads rules for a class or an id, and at-rules for a dark page. Omits other selectors and declarations. */
export function readStyles(
  sheets: readonly string[],
  { isAllowed, createTooComplexError }: Options,
): Styles {
  const rules = new Map<string, Record<string, string>>();
  const darkRules: string[] = [];
  const darkClasses = new Set<string>();
  let characters = 0;

  function count(declarations: Record<string, string>): void {
    for (const [name, value] of Object.entries(declarations)) {
      characters += name.length + value.length;
    }
    if (characters > MAX_STYLED_CHARACTERS) throw createTooComplexError();
  }

  function readRule({ prelude, body }: Rule): void {
    const declarations = readDeclarations(body, isAllowed);
    for (const selector of prelude.split(',')) {
      const key = selector.trim();
      if (!SIMPLE_SELECTOR.test(key)) continue;
      count(declarations);
      rules.set(key, Object.assign(rules.get(key) ?? {}, declarations));
    }
  }

  function readDarkRule({ prelude, body }: Rule): void {
    const declarations = readDeclarations(
      body,
      (name, value) => isAllowed(name, value) && !/["']/.test(value),
    );
    const list = prelude.split(',').map((selector) => selector.trim());
    const allowed = list.filter((selector) => DARK_SELECTOR.test(selector));
    const text = Object.entries(declarations).map(([name, value]) => `${name}:${value}`);
    if (allowed.length === 0 || text.length === 0) return;
    count(declarations);
    for (const selector of allowed)
      if (selector.startsWith('.')) darkClasses.add(selector.slice(1));
    darkRules.push(`${allowed.join(',')}{${text.join(';')}}`);
  }

  for (const sheet of sheets) {
    for (const rule of splitRules(withoutComments(sheet))) {
      if (!rule.prelude.startsWith('@')) readRule(rule);
      else if (DARK_MEDIA.test(rule.prelude)) splitRules(rule.body).forEach(readDarkRule);
    }
  }

  function classesOf(attributes: Attributes): string[] {
    return (attributes['class'] ?? '').slice(0, 2_000).split(/\s+/).slice(0, 20);
  }

  return {
    dark: darkRules.length > 0 ? `@media (prefers-color-scheme:dark){${darkRules.join('')}}` : '',
    darkClassesOf: (attributes) =>
      classesOf(attributes)
        .filter((name) => darkClasses.has(name))
        .join(' '),
    of(attributes) {
      const styled: Record<string, string> = {};
      const fitting = [
        ...classesOf(attributes).map((name) => `.${name}`),
        `#${attributes['id'] ?? ''}`,
      ];
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
