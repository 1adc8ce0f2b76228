import { visit } from 'unist-util-visit';
import { fromXml } from 'xast-util-from-xml';
import { toXml } from 'xast-util-to-xml';
import { ServiceError } from '#server/core/errors.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';
import { readStyles, type Styles } from './svg-styles.ts';

const MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 64;
// Cost with every reference followed: ten levels of ten references draw ten billion nodes.
const MAX_DRAWN_NODES = 100_000;

const NAMESPACE = 'http://www.w3.org/2000/svg';

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

const SHAPES = words('path rect circle ellipse line polyline polygon text use');
const ELEMENTS = new Set([
  ...SHAPES,
  ...words(`
  svg g defs symbol title desc tspan textPath linearGradient radialGradient stop clipPath mask pattern marker
  filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG
  feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset
  `),
]);
const TRANSPARENT_ELEMENTS = new Set(['a', 'switch']);
const TEXT_PARENTS = new Set(['text', 'tspan', 'textPath', 'title', 'desc']);
const LINKING_ELEMENTS = new Set([
  'use',
  'textPath',
  'linearGradient',
  'radialGradient',
  'pattern',
]);

const PRESENTATION_ATTRIBUTES = new Set(
  words(`
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters
  direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font-family
  font-size font-stretch font-style font-variant font-weight letter-spacing marker-end marker-mid marker-start
  mask opacity overflow paint-order shape-rendering stop-color stop-opacity stroke stroke-dasharray
  stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor
  text-decoration text-rendering transform-origin unicode-bidi vector-effect visibility word-spacing
  writing-mode
  `),
);

const ATTRIBUTES = new Set([
  ...PRESENTATION_ATTRIBUTES,
  ...words(`
  id x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d dx dy width height points pathLength transform rotate viewBox
  preserveAspectRatio version offset spreadMethod gradientUnits gradientTransform patternUnits
  patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits markerWidth markerHeight
  markerUnits refX refY orient textLength lengthAdjust startOffset method spacing filterUnits primitiveUnits
  in in2 result mode type values operator radius k1 k2 k3 k4 stdDeviation slope intercept amplitude exponent
  tableValues edgeMode role aria-label aria-hidden aria-labelledby
  `),
]);

const ID = /^[A-Za-z_][\w.:-]{0,99}$/;
const LOCAL_LINK = /^#([A-Za-z_][\w.:-]{0,99})$/;
const LOCAL_URL = /url\(\s*(["']?)#([A-Za-z_][\w.:-]{0,99})\1\s*\)/gi;
const FUNCTIONS =
  /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|matrix|translate|translate[XY]|scale|scale[XY]|rotate|skew[XY])$/i;

type Root = ReturnType<typeof fromXml>;
type Node = Root['children'][number];
type Element = Extract<Node, { type: 'element' }>;

function reject(message: string): ServiceError {
  return new ServiceError('UNPROCESSABLE', message, { file: message });
}

/** Whether a value cannot load anything, nor hide that by escapes or comments. */
function isHarmless(value: string): boolean {
  if (/[\\@<>]|\/\*|&#|[a-z]script:/i.test(value)) return false;
  const withoutUrls = value.replaceAll(LOCAL_URL, 'none');
  for (let at = withoutUrls.indexOf('('); at !== -1; at = withoutUrls.indexOf('(', at + 1)) {
    // One expression over the whole value would take quadratic time.
    const before = withoutUrls.slice(Math.max(0, at - 40), at).trimEnd();
    if (!FUNCTIONS.test(/[^\s(),;]*$/.exec(before)?.[0] ?? '')) return false;
  }
  return true;
}

function readSvg(bytes: Uint8Array): Root {
  if (bytes.byteLength > MAX_BYTES) throw reject(UPLOAD_MESSAGES.svgTooLarge);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw reject(UPLOAD_MESSAGES.svgBroken);
  }
  if (!/<svg[\s/>]/.test(text)) {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', UPLOAD_MESSAGES.notAnImage, {
      file: UPLOAD_MESSAGES.notAnImage,
    });
  }
  // An internal subset can declare entities; a plain DOCTYPE is omitted.
  const doctype = text.slice(Math.max(0, text.search(/<!DOCTYPE/i)));
  const hasSubset =
    doctype.startsWith('<!') && doctype.slice(0, doctype.indexOf('>')).includes('[');
  if (hasSubset || /<!ENTITY/i.test(text)) throw reject(UPLOAD_MESSAGES.svgBroken);
  try {
    return fromXml(text);
  } catch {
    throw reject(UPLOAD_MESSAGES.svgBroken);
  }
}

function collectStyles(root: Root): string[] {
  const sheets: string[] = [];
  visit(root, 'element', ({ name, children }) => {
    if (name !== 'style') return;
    const strings = children.filter((part) => part.type === 'text' || part.type === 'cdata');
    sheets.push(strings.map(({ value }) => value).join(''));
  });
  return sheets;
}

function readAttributes(element: Element, styles: Styles): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(element.attributes)) {
    if (typeof value !== 'string' || !ATTRIBUTES.has(name)) continue;
    if (!name.startsWith('aria-') && !isHarmless(value)) continue;
    if (name === 'id' && !ID.test(value)) continue;
    attributes[name] = value;
  }
  Object.assign(attributes, styles.of(element.attributes));
  const darkClasses = styles.darkClassesOf(element.attributes);
  if (darkClasses) attributes['class'] = darkClasses;
  const link = element.attributes['href'] ?? element.attributes['xlink:href'];
  if (typeof link === 'string' && LINKING_ELEMENTS.has(element.name)) {
    if (LOCAL_LINK.test(link.trim())) attributes['href'] = link.trim();
  }
  return attributes;
}

function assertDrawable(root: Element): void {
  const byId = new Map<string, Element>();
  visit(root, 'element', (element) => {
    const { id } = element.attributes;
    if (typeof id === 'string' && !byId.has(id)) byId.set(id, element);
  });

  const costs = new Map<Element, number>();
  const underWay = new Set<Element>();
  function costOf(element: Element): number {
    const known = costs.get(element);
    if (known !== undefined) return known;
    if (underWay.has(element) || underWay.size > 4 * MAX_DEPTH) {
      throw reject(UPLOAD_MESSAGES.svgTooComplex);
    }
    underWay.add(element);
    let cost = 1;
    for (const child of element.children) if (child.type === 'element') cost += costOf(child);
    for (const id of referencesOf(element)) {
      const target = byId.get(id);
      if (target) cost += costOf(target);
    }
    underWay.delete(element);
    costs.set(element, cost);
    if (cost > MAX_DRAWN_NODES) throw reject(UPLOAD_MESSAGES.svgTooComplex);
    return cost;
  }
  costOf(root);
}

function referencesOf({ attributes }: Element): string[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (typeof value !== 'string') return [];
    if (name === 'href') return [value.slice(1)];
    return [...value.matchAll(LOCAL_URL)].map(([, , id]) => id ?? '');
  });
}

/** Rebuilds an SVG from elements and attributes that can only draw: no scripts, loads, animation or links. */
export function rebuildSvg(bytes: Uint8Array): string {
  const given = readSvg(bytes);
  let shapes = 0;

  function assertDepth(node: Root | Element, depth: number): void {
    if (depth > MAX_DEPTH) throw reject(UPLOAD_MESSAGES.svgTooComplex);
    for (const child of node.children) if (child.type === 'element') assertDepth(child, depth + 1);
  }
  assertDepth(given, 0);
  const styles = readStyles(collectStyles(given), {
    isAllowed: (name, value) => PRESENTATION_ATTRIBUTES.has(name) && isHarmless(value),
    createTooComplexError: () => reject(UPLOAD_MESSAGES.svgTooComplex),
  });

  function rebuildChildren(element: Element): Element['children'] {
    return element.children.flatMap((child): Element['children'] => {
      if (child.type === 'text' || child.type === 'cdata') {
        return TEXT_PARENTS.has(element.name) ? [{ type: 'text', value: child.value }] : [];
      }
      if (child.type !== 'element') return [];
      if (TRANSPARENT_ELEMENTS.has(child.name)) return rebuildChildren(child);
      return ELEMENTS.has(child.name) ? [rebuild(child)] : [];
    });
  }

  function rebuild(element: Element): Element {
    if (SHAPES.includes(element.name)) shapes += 1;
    return {
      type: 'element',
      name: element.name,
      attributes: readAttributes(element, styles),
      children: rebuildChildren(element),
    };
  }

  const top = given.children.find((node) => node.type === 'element');
  if (top?.name !== 'svg') throw reject(UPLOAD_MESSAGES.svgBroken);
  const root = rebuild(top);
  if (shapes === 0) throw reject(UPLOAD_MESSAGES.svgEmpty);
  assertDrawable(root);
  root.attributes = { xmlns: NAMESPACE, ...root.attributes };
  if (styles.dark) {
    const sheet: Element = {
      type: 'element',
      name: 'style',
      attributes: {},
      children: [{ type: 'text', value: styles.dark }],
    };
    root.children.unshift(sheet);
  }
  return toXml(root, { closeEmptyElements: true, tightClose: true });
}
