// Any spelling, since unknown paths are logged too.
const SECRET =
  /((?:^|[/\\]|%2f|%5c)(?:t|%74|%54)(?:r|%72|%52)(?:a|%61|%41)(?:c|%63|%43)(?:k|%6b|%4b)(?:[/\\]|%2f|%5c)).+/is;

/** Hides the secret after `/track/`. */
export function loggedPath(path: string): string {
  return path.length > 7 ? path.replace(SECRET, '$1…') : path;
}
