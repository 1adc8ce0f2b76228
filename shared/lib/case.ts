/** 'isPublished' becomes 'is_published', as the database and the API call it. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** 'blogPosts' becomes 'blog-posts', as in a path. */
export function kebabCase(name: string): string {
  return snakeCase(name).replaceAll('_', '-');
}

/** 'is_published' becomes 'isPublished'. */
export function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
