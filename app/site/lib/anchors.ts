import { slugOf } from '#shared/lib/slug.ts';

export function createAnchors(prefix: string, headings: readonly string[]): string[] {
  const given = new Set<string>();
  return headings.map((heading) => {
    const name = `${prefix}-${slugOf(heading) || 'untitled'}`;
    let id = name;
    for (let count = 2; given.has(id); count += 1) id = `${name}-${count}`;
    given.add(id);
    return id;
  });
}
