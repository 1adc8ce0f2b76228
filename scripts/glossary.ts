import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Words that `docs/glossary.md` replaces, as they would stand in a name, and what to say. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/^answer(?:s|ed|ing)?$/, 'response'],
  [/^refus(?:e|es|ed|al|als|ing)$/, 'reject or deny'],
  [/^kept$/, 'cached or retained'],
  [/^wish(?:es)?$/, 'negotiation'],
  [/^trap$/, 'honeypot'],
  [/^texts$/, 'messages, labels or copy'],
  [/^figures?$/, 'metrics or statistics'],
  [/^(?:tells?|told)$/, 'emit, notify or report'],
  [/^looks?$/, 'variant'],
  [/^pictures?$/, 'image'],
  [/^(?:survivor|fallen)s?$/, 'orphan, crashed'],
  [/^adopt(?:s|ed)?$/, 'reattach'],
  [/^(?:un)?(?:staged|claimed)$/, 'pending, attached'],
  [/^waiting$/, 'pending'],
  [/^judges?$/, 'detect or evaluate'],
  [/^anew$/, 'again'],
];
const BOUND = /^(?:MOST|LONGEST|SHORTEST)(?=_|$)/;
const RECORD = /^note[A-Z]/;

/** Names of schema.org, of Playwright, of the CSSOM, and of the API, which stays as it is. */
const OTHERS_NAMES = new Set(['acceptedAnswer', 'adoptedStyleSheets', 'allInnerTexts', 'refused']);
/** Of conversations, where people wait and answer, not programs. */
const OF_PEOPLE = new Set([
  'waitingSince',
  'waiting_since',
  'endWaiting',
  'answeringAdminId',
  'answeringUntil',
  'answering_admin_id',
  'answering_until',
  'markAnsweredElsewhere',
  'answeringUsername',
  'answering_username',
]);

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

function adviceFor(name: string): string | null {
  if (BOUND.test(name)) return 'MAX_ or MIN_';
  if (RECORD.test(name)) return 'record';
  for (const word of wordsOf(name)) {
    const replaced = REPLACED.find(([pattern]) => pattern.test(word));
    if (replaced) return replaced[1];
  }
  return null;
}

function isMarkup({ parent }: ts.Node): boolean {
  return (
    ts.isJsxOpeningElement(parent) ||
    ts.isJsxClosingElement(parent) ||
    ts.isJsxSelfClosingElement(parent)
  );
}

/** Identifiers, and the name of the file, with words that the glossary replaces. */
export function findReplacedWords(fileName: string, text: string): string[] {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const isAboutQuestions = /\bquestion\b|\bfaqs?\b/i.test(text);
  const found = new Map<string, string>();
  const base = fileName.slice(fileName.lastIndexOf('/') + 1).replace(/\..*$/, '');
  const advice = adviceFor(base);
  if (advice) found.set(`the file ${base}`, advice);
  function visit(node: ts.Node): void {
    const isExempt =
      ts.isIdentifier(node) && (OTHERS_NAMES.has(node.text) || OF_PEOPLE.has(node.text));
    if (ts.isIdentifier(node) && !isExempt && !isMarkup(node)) {
      const isOfFaq = isAboutQuestions && /^answer(?=[A-Z]|$)/i.test(node.text);
      const say = isOfFaq ? null : adviceFor(node.text);
      if (say) found.set(node.text, say);
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return [...found].map(([name, say]) => `${fileName}: ${name}; say ${say}`);
}

/** What all sources still call by another word. */
export function checkGlossary(root: string): string[] {
  const files = globSync('{app,server,shared,scripts,bench,tests}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['bench/node_modules'],
  });
  return files
    .filter((file) => !/\/migrations\//.test(file))
    .flatMap((file) => findReplacedWords(file, readFileSync(join(root, file), 'utf8')));
}
