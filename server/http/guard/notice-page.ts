import { CLOSED_POLICY } from '#server/http/base/content-policy.ts';

export const NOTICE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': CLOSED_POLICY,
};

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function renderNotice({
  title,
  lines,
}: {
  title: string;
  lines: readonly string[];
}): string {
  const paragraphs = lines.map((line) => `<p>${escape(line)}</p>`).join('\n');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
<h1>${escape(title)}</h1>
${paragraphs}
</html>
`;
}
