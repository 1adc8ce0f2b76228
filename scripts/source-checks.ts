import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { checkGlossary } from './glossary.ts';

const FACTORY = /^(?:create|start|open|watch|serve|fork)/;
const GROWING = new Set(['set', 'add', 'push', 'unshift']);
const STATED = /bounded by /i;

function parse(fileName: string, text: string): ts.SourceFile {
  return ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
}

function isContainer(node: ts.Expression | undefined): boolean {
  if (!node) return false;
  if (ts.isArrayLiteralExpression(node)) return true;
  return (
    ts.isNewExpression(node) &&
    ts.isIdentifier(node.expression) &&
    ['Map', 'Set', 'Array'].includes(node.expression.text)
  );
}

function isFunction(node: ts.Node): node is ts.FunctionLikeDeclaration {
  return ts.isFunctionLike(node) && 'body' in node;
}

/** The function around a node; null: the module. */
function functionAround(node: ts.Node): ts.FunctionLikeDeclaration | null {
  for (let at = node.parent; at; at = at.parent) if (isFunction(at)) return at;
  return null;
}

function isFactory(node: ts.FunctionLikeDeclaration): boolean {
  return node.name !== undefined && ts.isIdentifier(node.name) && FACTORY.test(node.name.text);
}

/** Whether a function that outlives the declaration's own statement makes the container grow. */
function growsLater(declaration: ts.VariableDeclaration, source: ts.SourceFile): boolean {
  const name = declaration.name.getText(source);
  const owner = functionAround(declaration);
  let grows = false;
  function visit(node: ts.Node): void {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      GROWING.has(node.expression.name.text) &&
      node.expression.expression.getText(source) === name &&
      functionAround(node) !== owner
    ) {
      grows = true;
    }
    ts.forEachChild(node, visit);
  }
  visit(owner ?? source);
  return grows;
}

/**
 * Maps, sets and arrays that outlive a request and grow, in a module or in what a factory closes over, without a stated bound: neither made by
 * `createBoundedMap` nor under a comment that says by what they are bounded.
 */
export function findUnboundedContainers(fileName: string, text: string): string[] {
  const source = parse(fileName, text);
  const lines = text.split('\n');
  const found: string[] = [];
  function visit(node: ts.Node): void {
    if (ts.isVariableDeclaration(node) && isContainer(node.initializer)) {
      const owner = functionAround(node);
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
      const above = lines
        .slice(Math.max(0, line - 2), line)
        .filter((it) => /^\s*(?:\/\/|\/?\*)/.test(it));
      const isStated = STATED.test(above.join(' '));
      if (!isStated && (!owner || isFactory(owner)) && growsLater(node, source)) {
        found.push(
          `${fileName}:${line + 1} ${node.name.getText(source)} grows without a stated bound`,
        );
      }
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return found;
}

/** Where it is decided who a source is, and what reads the wire for it. */
const DECIDES =
  /^server\/(?:cli\/doctor\/check-reach|traffic\/(?:source|client-address)|http\/(?:base\/request-context|listener|fast-path\/(?:fast-path|parse-request))|db\/traffic-columns)\.ts$/;
const KEYED = new Set(['get', 'set', 'has', 'add', 'delete']);
const ADDRESS = /(?:^|\.)(?:address|ipAddress|remoteAddress|clientAddress)(?: \?\? .*)?$/;
const OWN_KEY = /remoteAddress|x-forwarded-for|set_masklen/i;

/** Limits that decide themselves who a source is: they read a raw address, or count under one. */
export function findOwnKeys(fileName: string, text: string): string[] {
  if (DECIDES.test(fileName)) return [];
  const source = parse(fileName, text);
  const found: string[] = [];
  function report(node: ts.Node, what: string): void {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push(`${fileName}:${line + 1} ${what}; use aggregationKey or wideKey of the source`);
  }
  function visit(node: ts.Node): void {
    const isText =
      ts.isStringLiteralLike(node) || ts.isIdentifier(node) || ts.isTemplateLiteralToken(node);
    const own = isText ? OWN_KEY.exec(node.text) : null;
    if (own && !isStated(node)) report(node, `${own[0]} outside server/traffic/source.ts`);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [first] = node.arguments;
      const isKeyed = KEYED.has(node.expression.name.text) && first;
      if (isKeyed && ADDRESS.test(first.getText(source)))
        report(node, 'an address is used as a key');
    }
    ts.forEachChild(node, visit);
  }
  /** A comment above may say why an address is no key here. */
  function isStated(node: ts.Node): boolean {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    const above = text
      .split('\n')
      .slice(Math.max(0, line - 2), line)
      .join(' ');
    return /not a key: /.test(above);
  }
  visit(source);
  return found;
}

const MAX_FILES = 20;

/** Of a sequence that only grows, which is read from its end. */
const NUMBERED = /\/\d{4}-[^/]*$/;

/** Folders with more sources, or more tests, than a reader takes in at once. */
export function findFullFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    if (NUMBERED.test(file)) continue;
    const kind = /\.test\.tsx?$/.test(file) ? 'tests' : 'sources';
    const folder = `${file.slice(0, file.lastIndexOf('/'))}: ${kind}`;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => `${folder}: ${count}, at most ${MAX_FILES}`);
}

const MAX_TEST_LINES = 60;
/** A journey walks through everything that one person does there. */
const MAX_JOURNEY_LINES = 90;
const TEST = /^(?:it|test)\b(?!\.(?:describe|extend|override|use))/;

/** Tests that show more than one thing, by their length. */
export function findLongTests(fileName: string, text: string): string[] {
  const source = parse(fileName, text);
  const max = fileName.endsWith('.spec.ts') ? MAX_JOURNEY_LINES : MAX_TEST_LINES;
  const found: string[] = [];
  function visit(node: ts.Node): void {
    const start = node.getStart(source);
    const isTest = ts.isCallExpression(node) && TEST.test(text.slice(start, start + 20));
    if (isTest && node.arguments.some((argument) => isFunction(argument))) {
      const [first, last] = [start, node.end].map(
        (position) => source.getLineAndCharacterOfPosition(position).line + 1,
      ) as [number, number];
      const lines = last - first + 1;
      if (lines > max) found.push(`${fileName}:${first} a test of ${lines} lines, at most ${max}`);
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return found;
}

/** A response time or office hours as a fact: 'We answer within one hour', 'Monday to Friday', '9:00 AM to 6:00 PM'. */
const STATED_HOURS = new RegExp(
  [
    /\bwithin (?:1|one) (?:(?:working|business|office) )?(?:hour|day)\b/,
    /\b(?:answer|repl(?:y|ies)|respon|contact|hear from)[^.;:]*\b(?:with)?in (?:\d+|an?|one|two|three|four|five|six) (?:(?:working|business|office) )?(?:minute|hour|working day|business day)/,
    /\bMon(?:day)?(?: to | through |[-–])Fri/,
    /\d(?::\d\d)? ?(?:[AP]M)?(?: to |–)\d{1,2}(?::\d\d ?(?:[AP]M)?| ?[AP]M)/,
    /\b(?:with)?in \S+ working hours?\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
const STATES_HOURS = 'shared/office-hours/messages.ts';

/** Texts that state the response time or the office hours, which only one file may. */
export function findStatedHours(fileName: string, text: string): string[] {
  if (fileName === STATES_HOURS || !STATED_HOURS.test(text)) return [];
  const source = parse(fileName, text);
  const found: string[] = [];
  function visit(node: ts.Node): void {
    const isText =
      ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);
    const stated = isText ? STATED_HOURS.exec(node.text) : null;
    if (stated) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push(`${fileName}:${line + 1} '${stated[0]}' is a fact of ${STATES_HOURS}`);
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return found;
}

const COLLATED = /\bilike\b|\blower\([^)]*(?:email|recipient|address)(?!.*collate "C")/i;

/** SQL that compares addresses or searched texts by the rules of the database's collation. */
export function findCollatedComparisons(fileName: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      COLLATED.test(line)
        ? [`${fileName}:${index + 1} depends on the collation; use server/lib/sql-text.ts`]
        : [],
    );
}

/** What all find in the sources. */
export function checkSources(root: string): string[] {
  const files = globSync('server/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/migrations\//.test(file),
  );
  if (files.length < 100) return [`only ${files.length} sources of the server were found`];
  const found = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [
      ...findUnboundedContainers(file, text),
      ...findOwnKeys(file, text),
      ...findCollatedComparisons(file, text),
    ];
  });
  const all = globSync('{app,server,shared,scripts,bench,tests}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['bench/node_modules'],
  });
  const tests = all.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file));
  const long = tests.flatMap((file) => findLongTests(file, readFileSync(join(root, file), 'utf8')));
  const hours = globSync('{app,server,shared}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$|\/migrations\//.test(file))
    .flatMap((file) => findStatedHours(file, readFileSync(join(root, file), 'utf8')));
  const data = globSync('content/**/*.{json,md}', { cwd: root })
    .filter((file) => STATED_HOURS.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => `${file} states hours, which only ${STATES_HOURS} may`);
  return [...found, ...hours, ...data, ...long, ...findFullFolders(all), ...checkGlossary(root)];
}
