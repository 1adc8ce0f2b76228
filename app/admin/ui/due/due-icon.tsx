import { useQuery } from '@tanstack/react-query';
import { toDataUrl } from '#app/admin/ui/image/data-url.ts';
import { dueText } from '#app/admin/ui/messages.ts';
import { useDue } from '#app/admin/data/response-time.ts';

/** Rendered by the server, as it may come from the settings. */
const MARK = '/apple-touch-icon.png';

async function readMark({ signal }: { signal: AbortSignal }): Promise<string> {
  const response = await fetch(MARK, { signal });
  if (!response.ok) throw new Error(`The mark of the site: ${response.status}`);
  return toDataUrl(await response.blob());
}

/** An SVG icon cannot load other files, so the mark is embedded. */
function drawIcon(mark: string, count: string): string {
  const size = count.length > 2 ? 26 : 34;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><image href="${mark}" width="64" height="64"/><circle cx="38" cy="38" r="26" fill="#c22d17" stroke="#fff" stroke-width="3"/><text x="38" y="${38 + size * 0.36}" font-family="sans-serif" font-size="${size}" font-weight="700" text-anchor="middle" fill="#fff">${count}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

/** Browsers use the last of several icons. */
export function DueIcon() {
  const due = useDue();
  const { data: mark = '' } = useQuery({ queryKey: ['mark'], queryFn: readMark, enabled: due > 0 });
  if (due === 0) return null;
  return <link rel="icon" type="image/svg+xml" href={drawIcon(mark, dueText(due))} />;
}
