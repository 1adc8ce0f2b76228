import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';

export async function writeNewFile(
  path: string,
  parts: AsyncIterable<Uint8Array | string>,
): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const part of parts) {
      const { bytesWritten } = await file.write(
        typeof part === 'string' ? Buffer.from(part) : part,
      );
      bytes += bytesWritten;
    }
    await file.sync();
    return bytes;
  } finally {
    await file.close();
  }
}

export async function* readLines(path: string): AsyncGenerator<string> {
  const input = createReadStream(path, 'utf8');
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() !== '') yield line;
  }
}
