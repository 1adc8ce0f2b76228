import { ADMIN_PARTS, COMPONENTS, PUBLIC_PARTS } from './describe.ts';
import type { ApiDocument } from './document.ts';

type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  readOnly?: boolean;
};
type Content = Record<string, { schema?: Schema }>;
type Parameter = {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
};
type Reference = { $ref: string };
type Operation = {
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { content?: Content };
  responses?: Record<string, { description?: string; content?: Content } | Reference>;
};
type Endpoint = { method: string; path: string; operation: Operation };
type Section = { name: string; description: string; endpoints: Endpoint[] };

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function prose(text: string): string {
  return escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function list<T>(items: readonly T[], render: (item: T) => string): string {
  return items.map(render).join('');
}

function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return [...new Set(variants.map(typeOf))].join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  const type = [schema.type ?? 'any'].flat().join(' or ');
  return schema.format ? `${type} (${schema.format})` : type;
}

function fieldRows({ properties = {}, required = [] }: Schema, prefix = ''): string {
  return list(Object.entries(properties), ([name, field]) => {
    const isList = field.type === 'array';
    const path = `${prefix}${name}${isList ? '[]' : ''}`;
    const note = field.readOnly ? 'ignored' : required.includes(name) ? '' : 'optional';
    const row = `<tr><th scope="row"><code>${escape(prefix + name)}</code>${note && ` <small>${note}</small>`}</th><td>${escape(typeOf(field))}</td></tr>`;
    return row + fieldRows((isList ? field.items : field) ?? {}, `${path}.`);
  });
}

function fieldTables(schema: Schema): string {
  const variants = schema.anyOf ?? schema.oneOf ?? [schema];
  return list(variants, (variant) => {
    const rows = fieldRows(variant.type === 'array' ? (variant.items ?? {}) : variant);
    return (
      rows &&
      `<table><thead><tr><th scope="col">Field</th><th scope="col">Type</th></tr></thead><tbody>${rows}</tbody></table>`
    );
  });
}

function contentBlock(title: string, content: Content = {}): string {
  const [[, { schema = {} }] = ['', {}]] = Object.entries(content);
  const mediaTypes = list(Object.keys(content), (type) => ` <code>${escape(type)}</code>`);
  const shape = schema.type === 'array' ? ', a list of records' : '';
  return (
    mediaTypes && `<h5>${title} <small>${mediaTypes}${shape}</small></h5>${fieldTables(schema)}`
  );
}

function parameterTable(parameters: readonly (Parameter | Reference)[]): string {
  const own = parameters.filter((parameter) => 'name' in parameter);
  if (own.length === 0) return '';
  return `<h5>Parameters</h5><table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Meaning</th></tr></thead><tbody>${list(
    own,
    ({ name, in: place, required, description, schema }) =>
      `<tr><th scope="row"><code>${escape(name)}</code>${required ? '' : ' <small>optional</small>'}</th><td>${escape(place)}</td><td>${prose(description ?? typeOf(schema ?? {}))}</td></tr>`,
  )}</tbody></table>`;
}

function anchorOf(text: string): string {
  return text.replaceAll(/[^a-z]+/gi, '-').replaceAll(/-+$/g, '');
}

function codeOf({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function endpointSection({ method, path, operation }: Endpoint, isOpen: boolean): string {
  const responses = Object.entries(operation.responses ?? {});
  return `<article id="${anchorOf(method + path)}" class="call">
<h4><span class="method ${method}">${method.toUpperCase()}</span> <code>${escape(path).replaceAll('/', '<wbr>/')}</code></h4>
<p>${prose(operation.summary ?? '')}.${operation.description ? ` ${prose(operation.description)}` : ''}</p>
<details${isOpen ? ' open' : ''}><summary>Request and response</summary>
${parameterTable(operation.parameters ?? [])}
${contentBlock('Body', operation.requestBody?.content)}
${list(responses, ([status, response]) =>
  '$ref' in response ? '' : contentBlock(`Response ${status}`, response.content),
)}
<p class="errors">Errors: ${responses
    .flatMap(([status, response]) =>
      '$ref' in response
        ? [`<a href="#${codeOf(response)}">${status} <code>${codeOf(response)}</code></a>`]
        : [],
    )
    .join(', ')}</p>
</details></article>`;
}

function navigation({ name, endpoints }: Section, isOpen: boolean): string {
  return `<details${isOpen ? ' open' : ''}><summary>${escape(name)}</summary><ul>${list(
    endpoints,
    ({ method, path }) =>
      `<li><a href="#${anchorOf(method + path)}"><span class="method ${method}">${method.toUpperCase()}</span> ${escape(path)}</a></li>`,
  )}</ul></details>`;
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
  const sectionsOf = (parts: typeof PUBLIC_PARTS | typeof ADMIN_PARTS): Section[] =>
    Object.values(parts).map((part) => ({
      ...part,
      endpoints: endpoints.filter(({ operation }) => operation.tags?.includes(part.name)),
    }));
  const { session } = COMPONENTS.securitySchemes;
  const { background } = COMPONENTS.parameters;
  const groups = [
    {
      name: 'For everybody',
      text: 'These endpoints need no account.',
      sections: sectionsOf(PUBLIC_PARTS),
      isOpen: true,
    },
    {
      name: 'Back office',
      text: `These endpoints need the header \`${session.name}\`: ${session.description}. A second header, \`${background.name}\`, is optional: ${background.description}.`,
      sections: sectionsOf(ADMIN_PARTS),
      isOpen: false,
    },
  ];
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
<a class="skip" href="#endpoints">Skip to the endpoints</a>
<header>
<p class="version">Version ${escape(document.info.version)}, OpenAPI ${escape(document.openapi)}</p>
<h1>${escape(document.info.title)}</h1>
<p>${prose(document.info.description)}</p>
<p><a href="/api/openapi.json">The same as an OpenAPI document</a></p>
</header>
<div class="columns">
<nav aria-label="Endpoints">${list(
    groups,
    ({ name, sections, isOpen }) =>
      `<h2>${name}</h2>${list(sections, (section) => navigation(section, isOpen))}`,
  )}<h2><a href="#errors">Errors</a></h2></nav>
<main id="endpoints">
${list(
  groups,
  ({ name, text, sections, isOpen }) =>
    `<section><h2>${name}</h2><p>${prose(text)}</p>${list(
      sections,
      (section) =>
        `<section><h3>${escape(section.name)}</h3><p>${prose(section.description)}.</p>${list(section.endpoints, (endpoint) => endpointSection(endpoint, isOpen))}</section>`,
    )}</section>`,
)}
<section id="errors"><h2>Errors</h2>
<p>Every error has one shape. <code>fields</code> names the fields that are wrong and says what to do about each.</p>
<pre tabindex="0">{
  "error": {
    "code": "VALIDATION",
    "message": "Please correct the marked fields.",
    "fields": { "email": "Please enter a valid email address" }
  }
}</pre>
<dl>${list(
    Object.entries(COMPONENTS.responses),
    ([code, { description }]) =>
      `<dt id="${code}"><code>${code}</code></dt><dd>${prose(description)}.</dd>`,
  )}</dl></section>
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
h2, h3 { overflow-wrap: anywhere; hyphens: auto; }
h2 { margin: 3rem 0 .5rem; font-size: clamp(1.25rem, 5vw, 1.6rem); }
h3 { margin: 2.5rem 0 .25rem; font-size: clamp(1.1rem, 4vw, 1.3rem); }
h4 { margin: 0 0 .5rem; font-size: 1.05rem; overflow-wrap: anywhere; }
h5 { margin: 1.25rem 0 .4rem; font-size: .95rem; }
p { margin: 0 0 .75rem; max-width: 68ch; }
a { color: var(--accent); text-underline-offset: .2em; }
a:focus-visible, pre:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .2rem; }
small { color: var(--muted); font-weight: 400; }
code, pre { font: .9em/1.5 ui-monospace, monospace; }
pre { margin: 0; padding: 1rem; overflow-x: auto; background: var(--raised); border: 1px solid var(--line); border-radius: .6rem; }
.version { margin-bottom: .25rem; color: var(--muted); font-size: .9rem; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: .5rem; padding: .5rem 1rem; background: var(--raised); }
.columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem clamp(1.5rem, 4vw, 4rem); }
nav h2 { margin: 1.5rem 0 .25rem; font-size: .95rem; }
nav h2 a { padding: 0; font-size: inherit; }
summary { padding: .3rem 0; cursor: pointer; }
.call summary { color: var(--accent); font-size: .92rem; }
nav ul { margin: 0 0 .5rem; padding: 0 0 0 1rem; list-style: none; }
nav a { display: flex; padding: .25rem 0; color: inherit; text-decoration: none; overflow-wrap: anywhere; font-size: .9rem; }
nav a:hover { text-decoration: underline; }
.method { display: inline-block; flex: none; width: 3.4rem; padding-top: .3em; color: var(--accent); font: 700 .75rem/1 ui-monospace, monospace; letter-spacing: .05em; }
.method.post { color: var(--post); }
.call { margin-top: 1.25rem; padding: 1.25rem; background: var(--raised); border: 1px solid var(--line); border-radius: .8rem; overflow-x: auto; container-type: inline-size; }
table { width: 100%; border-collapse: collapse; font-size: .92rem; }
th, td { padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { color: var(--muted); font-weight: 500; }
td { overflow-wrap: anywhere; }
table + table { margin-top: 1rem; }
tbody th { font-weight: 400; }
@container (min-width: 36rem) { tbody th { white-space: nowrap; } }
.errors { margin: 1.25rem 0 0; max-width: none; color: var(--muted); font-size: .85rem; }
dl { margin: 1.5rem 0 0; }
dt { margin-top: .75rem; overflow-wrap: anywhere; }
dt:target { color: var(--accent); }
dd { margin: 0; }
@media (pointer: coarse) { nav a, summary { padding-block: .7rem; } }
@media (min-width: 62rem) {
  .columns { grid-template-columns: 17rem minmax(0, 1fr); }
  nav { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; }
}
`;
