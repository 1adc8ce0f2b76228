/** Descriptions of a text's variables, by name. */
export type Variables = Readonly<Record<string, string>>;

const VARIABLE = /\{([^{}]*)\}/g;

/** With their braces: '{nmae}' */
export function listUnknownVariables(text: string, known: Variables): string[] {
  return Array.from(text.matchAll(VARIABLE))
    .filter(([, name = '']) => !Object.hasOwn(known, name))
    .map(([variable]) => variable);
}

/** In one pass: braces within a value stay as they are. Null if a variable has no value. */
export function fillVariables(
  text: string,
  values: Readonly<Record<string, string | null>>,
): string | null {
  let isComplete = true;
  const filled = text.replaceAll(VARIABLE, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : null;
    isComplete &&= Boolean(value);
    return value ?? '';
  });
  return isComplete ? filled : null;
}

/** Fills each text of a record; one with a variable that has no value becomes empty. */
export function fillCopy<Content>(content: Content, values: Readonly<Record<string, string>>) {
  const fill = (part: unknown): unknown => {
    if (typeof part === 'string') return fillVariables(part, values) ?? '';
    if (Array.isArray(part)) return part.map(fill);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, fill(value)]));
  };
  return fill(content) as Content;
}
