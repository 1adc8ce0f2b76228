import { readFile } from 'node:fs/promises';
import Validator from '@adobe/structured-data-validator';

type Item = { '@type': string } & Record<string, unknown>;

/** What Google asks of types that the validator knows by the vocabulary only (developers.google.com/search/docs/appearance). */
const REQUIRED: Record<string, string[]> = {
  Answer: ['text'],
  BlogPosting: ['headline', 'image', 'datePublished', 'dateModified', 'author'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  WebSite: ['name', 'url'],
};

const NAMES: Record<string, string> = {
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#type': '@type',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#Property': 'rdf:Property',
  'http://www.w3.org/2000/01/rdf-schema#Class': 'rdfs:Class',
  'http://www.w3.org/2000/01/rdf-schema#subClassOf': 'rdfs:subClassOf',
  'http://schema.org/domainIncludes': 'schema:domainIncludes',
};

/** The vocabulary of schema.org with which types there are, and which properties each of them has. */
async function readVocabulary(): Promise<{ '@graph': object[] }> {
  const file = new URL(import.meta.resolve('@vocabulary/schema/schema.nq'));
  const nodes = new Map<string, Record<string, unknown>>();
  for (const [, subject = '', predicate = '', object = ''] of (
    await readFile(file, 'utf8')
  ).matchAll(/^<([^>]+)> <([^>]+)> <([^>]+)> /gm)) {
    const term = NAMES[predicate];
    if (!term) continue;
    const node = nodes.get(subject) ?? { '@id': subject };
    nodes.set(subject, node);
    if (term === '@type') node[term] ??= NAMES[object];
    else node[term] = [...((node[term] as object[] | undefined) ?? []), { '@id': object }];
  }
  return { '@graph': [...nodes.values()] };
}

/** Every typed object in the data, however deep; a blog only names its posts. */
function listItems(data: unknown): Item[] {
  if (typeof data !== 'object' || data === null) return [];
  if ('@type' in data && data['@type'] === 'Blog') return [];
  const below = Object.values(data).flatMap(listItems);
  return '@type' in data ? [data as Item, ...below] : below;
}

/** What the vocabulary does not know, and what Google asks for and is not there; what it would like besides is no finding. */
export async function createStructuredDataCheck(): Promise<(json: string) => Promise<string[]>> {
  const validator = new Validator(await readVocabulary());
  return async (json) => {
    const data = JSON.parse(json) as Item | Item[];
    const found: string[] = [];
    for (const item of [data].flat()) {
      const issues = await validator.validate({ jsonld: { [item['@type']]: [item] } });
      for (const { severity, errorType, path, issueMessage } of issues) {
        if (severity !== 'ERROR' && errorType !== 'schemaOrg') continue;
        const place = path.map(({ type, property, index = 0 }) => `${property ?? type}[${index}]`);
        found.push(`${place.join('.')}: ${issueMessage}`);
      }
    }
    for (const item of listItems(data)) {
      for (const name of REQUIRED[item['@type']] ?? []) {
        if (!item[name]) found.push(`${item['@type']}: ${name} is missing`);
      }
    }
    return found;
  };
}
