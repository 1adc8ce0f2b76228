const ID_DIGITS = 10;

const REFERENCE = new RegExp(`^[a-z0-9]{1,4}-([0-9a-f]{${ID_DIGITS}})$`, 'i');

/** How a new message is named to people: 'M-3F9A01BC5D', made of the random end of its id. */
export function messageReference(id: string, prefix = 'M'): string {
  return `${prefix}-${id.slice(-ID_DIGITS).toUpperCase()}`;
}

/** How the id of a message ends that somebody names; null where the text is no reference of a message. */
export function idEndOf(text: string): string | null {
  return REFERENCE.exec(text.trim())?.[1]?.toLowerCase() ?? null;
}
