export type ClientLogo = { id: string; name: string; logoUrl: string | null };

/** Parts of the page that the server renders; see static-html.server.tsx. */
export type StaticHtml = Record<
  'heroDrawing' | 'about' | 'services' | 'process' | 'caseStories' | 'headlineStatistics',
  string
>;
