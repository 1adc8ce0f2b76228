/** 'isPublished' becomes 'is_published', as the database and the API call it. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A record under the names of the database's columns. */
export function snakeCaseNames(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [snakeCase(name), value]),
  );
}

/** 'blogPosts' becomes 'blog-posts', as in a path. */
export function kebabCase(name: string): string {
  return snakeCase(name).replaceAll('_', '-');
}

/** 'is_published' becomes 'isPublished'. */
export function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
