export async function loadSampleContent(_db: unknown, _storage: unknown): Promise<void> {}
