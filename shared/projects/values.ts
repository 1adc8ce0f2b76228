/** In characters; lists in entries. */
export const PROJECT_LIMITS = {
  industryCategory: 200,
  technology: 60,
  technologies: 30,
  galleryImages: 30,
  results: 6,
} as const;

export type ProjectCategory = string;

export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}
