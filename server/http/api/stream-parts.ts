/**
 * What is written while it is sent, from its second part on, so that what cannot be read at all is an error and no empty file. Whoever does not
 * read the stream cancels it, which ends the generator.
 */
export async function streamParts(
  parts: AsyncGenerator<string | Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const heading = await parts.next();
  const begun = [heading, await parts.next()];
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = begun.shift() ?? (await parts.next());
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
