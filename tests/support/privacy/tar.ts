/** The files of an archive, by name; throws where a header does not add up. */
export function readTar(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; at < archive.length;) {
    const header = archive.subarray(at, at + 512);
    if (header.every((byte) => byte === 0)) return files;
    const text = (from: number, to: number) =>
      header.toString('latin1', from, to).replace(/\0[^]*$/, '');
    const sum = header.reduce((total, byte, index) => {
      const isOfSum = index >= 148 && index < 156;
      return total + (isOfSum ? 32 : byte);
    }, 0);
    const name = text(0, 100);
    if (sum !== Number.parseInt(text(148, 156), 8)) throw new Error(`${name} has a wrong sum`);
    const size = Number.parseInt(text(124, 136), 8);
    files.set(name, archive.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error('The archive has no end.');
}
