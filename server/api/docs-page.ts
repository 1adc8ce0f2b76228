import type { ApiDocument } from './document.ts';

type Schema = {
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  $ref?: string;
};
type Content = Record<string, { schema?: Schema }>;
type Parameter = {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
};
type Operation = {
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content?: Content };
  responses?: Record<string, { description?: string; content?: Content }>;
};
type Endpoint = { method: string; path: string; operation: Operation };

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Escaped text in which what stands between backticks is code. */
function prose(text: string): string {
  return escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function list<T>(items: readonly T[], render: (item: T) => string): string {
  return items.map(render).join('');
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  const type = [schema.type ?? 'any'].flat().join(' or ');
  return schema.format ? `${type} (${schema.format})` : type;
}

function fieldTable(schema: Schema): string {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return '';
  const isRequired = (name: string) => schema.required?.includes(name) ?? false;
  return `<table><thead><tr><th scope="col">Field</th><th scope="col">Type</th></tr></thead><tbody>${list(
    fields,
    ([name, field]) =>
      `<tr><th scope="row"><code>${escape(name)}</code>${isRequired(name) ? '' : ' <small>optional</small>'}</th><td>${escape(typeOf(field))}</td></tr>`,
  )}</tbody></table>`;
}

function contentBlock(title: string, content: Content | undefined): string {
  return list(Object.entries(content ?? {}), ([mediaType, { schema = {} }]) => {
    const fields = fieldTable(schema.type === 'array' ? (schema.items ?? {}) : schema);
    if (!fields && schema.$ref) return '';
    const shape = schema.type === 'array' ? 'a list of records' : 'one record';
    return `<h4>${title} <small><code>${escape(mediaType)}</code>${fields ? `, ${shape}` : ''}</small></h4>${fields}`;
  });
}

function parameterTable(parameters: Parameter[]): string {
  if (parameters.length === 0) return '';
  return `<h4>Parameters</h4><table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Meaning</th></tr></thead><tbody>${list(
    parameters,
    ({ name, in: place, required, description, schema }) =>
      `<tr><th scope="row"><code>${escape(name)}</code>${required ? '' : ' <small>optional</small>'}</th><td>${escape(place)}</td><td>${prose(description ?? typeOf(schema ?? {}))}</td></tr>`,
  )}</tbody></table>`;
}

function anchorOf({ method, path }: Endpoint): string {
  return `${method}${path}`.replaceAll(/[^a-z]+/gi, '-').replaceAll(/-+$/g, '');
}

function endpointSection(endpoint: Endpoint): string {
  const { method, path, operation } = endpoint;
  const responses = Object.entries(operation.responses ?? {});
  return `<article id="${anchorOf(endpoint)}" class="call">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${escape(path)}</code></h3>
<p>${prose(operation.summary ?? '')}.${operation.description ? ` ${prose(operation.description)}` : ''}</p>
${parameterTable(operation.parameters ?? [])}
${contentBlock('Body', operation.requestBody?.content)}
<h4>Answers</h4>
<dl>${list(responses, ([status, { description = '' }]) => `<dt>${escape(status)}</dt><dd>${prose(description)}</dd>`)}</dl>
${list(
  responses.filter(([status]) => status.startsWith('2')),
  ([, { content }]) => contentBlock('Answer', content),
)}
</article>`;
}

/** The OpenAPI document as a page: no script, no inline style. */
export function renderDocs(document: ApiDocument): string {
  const endpoints: Endpoint[] = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
      method,
      path,
      operation,
    })),
  );
  const sections = document.tags.map(({ name, description }) => ({
    name,
    description: description ?? '',
    endpoints: endpoints.filter(({ operation }) => operation.tags?.includes(name)),
  }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escape(document.info.title)}</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header>
<p class="version">Version ${escape(document.info.version)}, OpenAPI ${escape(document.openapi)}</p>
<h1>${escape(document.info.title)}</h1>
<p>${prose(document.info.description)}</p>
<p><a href="/api/openapi.json">The same as an OpenAPI document</a></p>
</header>
<div class="columns">
<nav aria-label="Calls">${list(
    sections,
    (section) =>
      `<h2>${escape(section.name)}</h2><ul>${list(
        section.endpoints,
        (endpoint) =>
          `<li><a href="#${anchorOf(endpoint)}"><span class="method ${endpoint.method}">${endpoint.method.toUpperCase()}</span> ${escape(endpoint.path)}</a></li>`,
      )}</ul>`,
  )}</nav>
<main id="calls">
${list(
  sections,
  (section) =>
    `<section><h2>${escape(section.name)}</h2><p>${prose(section.description)}.</p>${list(section.endpoints, endpointSection)}</section>`,
)}
<section><h2>Errors</h2>
<p>Every error has one shape. <code>fields</code> names the fields that are wrong and says what to do about each.</p>
<pre tabindex="0">{
  "error": {
    "code": "VALIDATION",
    "message": "Please correct the marked fields.",
    "fields": { "email": "Please enter a valid email address" }
  }
}</pre></section>
</main>
</div>
</body>
</html>
`;
}

export const DOCS_STYLES = `:root {
  color-scheme: light dark;
  --surface: light-dark(#f8f7f4, #12151c);
  --raised: light-dark(#ffffff, #1b202a);
  --ink: light-dark(#191d26, #eceef2);
  --muted: light-dark(#555c6b, #a4acbb);
  --line: light-dark(#d9d8d2, #333a47);
  --accent: light-dark(#1f46c7, #8fa8ff);
  --post: light-dark(#0b6e69, #5fd0c8);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; }
body { margin: 0 auto; max-width: 78rem; padding: 2.5rem clamp(1rem, 4vw, 3rem); background: var(--surface); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
h1 { margin: 0 0 .5rem; font-size: clamp(1.8rem, 4vw, 2.6rem); line-height: 1.15; letter-spacing: -.02em; }
h2 { margin: 2.5rem 0 .25rem; font-size: 1.35rem; }
h3 { margin: 0 0 .5rem; font-size: 1.05rem; overflow-wrap: anywhere; }
h4 { margin: 1.25rem 0 .4rem; font-size: .95rem; }
p { margin: 0 0 .75rem; max-width: 68ch; }
a { color: var(--accent); text-underline-offset: .2em; }
a:focus-visible, pre:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .2rem; }
small { color: var(--muted); font-weight: 400; }
code, pre { font: .9em/1.5 ui-monospace, monospace; }
pre { margin: 0; padding: 1rem; overflow-x: auto; background: var(--raised); border: 1px solid var(--line); border-radius: .6rem; }
.version { margin-bottom: .25rem; color: var(--muted); font-size: .9rem; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: .5rem; padding: .5rem 1rem; background: var(--raised); }
.columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem clamp(1.5rem, 4vw, 4rem); }
nav h2 { margin-top: 1.5rem; font-size: .95rem; }
nav ul { margin: .25rem 0 0; padding: 0; list-style: none; }
nav a { display: block; padding: .25rem 0; color: inherit; text-decoration: none; overflow-wrap: anywhere; font-size: .9rem; }
nav a:hover { text-decoration: underline; }
.method { display: inline-block; min-width: 3.2rem; color: var(--accent); font: 700 .75rem/1 ui-monospace, monospace; letter-spacing: .05em; }
.method.post { color: var(--post); }
.call { margin-top: 1.25rem; padding: 1.25rem; background: var(--raised); border: 1px solid var(--line); border-radius: .8rem; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .92rem; }
th, td { padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { color: var(--muted); font-weight: 500; }
td { overflow-wrap: anywhere; }
tbody th { font-weight: 400; }
.call { container-type: inline-size; }
@container (min-width: 36rem) { tbody th { white-space: nowrap; } }
dl { display: grid; grid-template-columns: 3.2rem 1fr; gap: .25rem; margin: 0; font-size: .92rem; }
dt { font-weight: 600; }
dd { margin: 0; }
@media (min-width: 62rem) {
  .columns { grid-template-columns: 17rem minmax(0, 1fr); }
  nav { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; }
}
`;
