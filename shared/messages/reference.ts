const ID_DIGITS = 10;

const REFERENCE = new RegExp(`^[a-z0-9]{1,4}-([0-9a-f]{${ID_DIGITS}})$`, 'i');

/** Reference of a message, such as 'M-3F9A01BC5D': the prefix, then the random end of the id. */
export function messageReference(id: string, prefix = 'M'): string {
  return `${prefix}-${id.slice(-ID_DIGITS).toUpperCase()}`;
}

/** How the id of a message ends that somebody names; null where the text is no reference of a message. */
export function idEndOf(text: string): string | null {
  return REFERENCE.exec(text.trim())?.[1]?.toLowerCase() ?? null;
}
