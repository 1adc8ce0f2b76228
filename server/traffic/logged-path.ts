// However it is written: what is no address of this site is logged as well.
const SECRET =
  /((?:^|[/\\]|%2f|%5c)(?:t|%74|%54)(?:r|%72|%52)(?:a|%61|%41)(?:c|%63|%43)(?:k|%6b|%4b)(?:[/\\]|%2f|%5c)).+/is;

/** A path as it may be written down: what follows `/track/` opens a visitor's page and is nobody else's business. */
export function loggedPath(path: string): string {
  return path.length > 7 ? path.replace(SECRET, '$1…') : path;
}
