import type rehypeSanitize from 'rehype-sanitize';
import { SKIP, visit } from 'unist-util-visit';
import type { RemovedPart } from '#shared/documents/preview.ts';

type Sanitize = ReturnType<typeof rehypeSanitize>;
type Root = ReturnType<Sanitize>;
type Element = Extract<Root['children'][number], { type: 'element' }>;

const MAX_PARTS = 12;
const MAX_NAME = 40;
const TABLE_PARTS = ['caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];

/** Sanitises an element with text on its own; a list around it keeps list items. */
function remainderOf(element: Element, sanitize: Sanitize) {
  const alone: Element = { ...element, children: [{ type: 'text', value: '-' }] };
  const list: Element = { type: 'element', tagName: 'ul', properties: {}, children: [alone] };
  const [remainder] = sanitize({ type: 'root', children: [list] }).children;
  return remainder?.type === 'element' ? remainder.children[0] : undefined;
}

function attributeName(property: string): string {
  if (property === 'className') return 'class';
  return property.replace(/^(?:aria|data)(?=[A-Z])/, '$&-').toLowerCase();
}

function lostAttributes({ properties }: Element, remainder: Element): string[] {
  return Object.keys(properties)
    .filter((name) => String(properties[name]) !== String(remainder.properties[name]))
    .map(attributeName);
}

export function findRemovedParts(tree: Root, sanitize: Sanitize): RemovedPart[] {
  const parts = new Map<string, RemovedPart>();

  function record(
    kind: RemovedPart['kind'],
    name: string,
    node: Root['children'][number],
    keepsText = false,
  ) {
    const shortName = name.slice(0, MAX_NAME);
    const key = `${kind} ${keepsText} ${shortName}`;
    const part = parts.get(key);
    const line = node.position?.start.line ?? null;
    if (part) part.count += 1;
    else parts.set(key, { kind, name: shortName, count: 1, line, keepsText });
  }

  visit(tree, (node) => {
    if (node.type === 'comment') record('comment', '', node);
    if (node.type !== 'element' || TABLE_PARTS.includes(node.tagName)) return undefined;
    const remainder = remainderOf(node, sanitize);
    if (remainder?.type !== 'element') {
      record('element', node.tagName, node, remainder !== undefined && node.children.length > 0);
    } else for (const name of lostAttributes(node, remainder)) record('attribute', name, node);
    return ['script', 'style', 'svg', 'math'].includes(node.tagName) ? SKIP : undefined;
  });

  const found = [...parts.values()].toSorted((one, other) => other.count - one.count);
  const others = [true, false].flatMap((keepsText): RemovedPart[] => {
    const rest = found.slice(MAX_PARTS).filter((part) => part.keepsText === keepsText);
    const count = rest.reduce((sum, part) => sum + part.count, 0);
    return count > 0 ? [{ kind: 'other', name: '', count, line: null, keepsText }] : [];
  });
  return [...found.slice(0, MAX_PARTS), ...others];
}
