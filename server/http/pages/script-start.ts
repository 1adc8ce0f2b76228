const HINT = /<link rel="modulepreload"[^>]*?href="([^"]+)"[^>]*>/g;
const STATIC_IMPORT = /^import (?:\* as (\w+) from )?("[^"\n]+");$/gm;

// A page in a background tab is not painted; its scripts start at once.
const FIRST_PAINT = `await new Promise((go) => {
  if (document.hidden) return go();
  new PerformanceObserver(go).observe({ type: 'paint', buffered: true });
  document.addEventListener('visibilitychange', go, { once: true });
});`;

/** Delays the scripts of a page until its first paint, because on slow connections they compete with the styles. */
export function startScriptsAfterFirstPaint(html: string, marker: string): string {
  const tag = html.indexOf(`<script nonce="${marker}" type="module"`);
  if (tag === -1) return html;
  const start = html.indexOf('>', tag) + 1;
  const end = html.indexOf('</script>', start);
  const source = html.slice(start, end);
  const imports = [...source.matchAll(STATIC_IMPORT)];
  const names = imports.map(([, name = '']) => name).join(', ');
  const loads = imports.map(([, , url]) => `import(${url})`).join(', ');
  const headEnd = html.indexOf('</head>');
  const head = html.slice(0, headEnd);
  const hints = JSON.stringify([...head.matchAll(HINT)].map(([, href]) => href));
  const started = [
    FIRST_PAINT,
    `for (const href of ${hints}) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));`,
    `const [${names}] = await Promise.all([${loads}]);`,
    source.replace(STATIC_IMPORT, '').trim(),
  ].join('\n');
  return head.replace(HINT, '') + html.slice(headEnd, start) + started + html.slice(end);
}
