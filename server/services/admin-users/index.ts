export async function ensureFirstAdmin(
  _db: unknown,
  _admin: unknown,
): Promise<{ username: string; generatedPassword: string | null } | null> {
  return null;
}
