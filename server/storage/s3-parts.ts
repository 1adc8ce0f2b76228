import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { sendAgain } from './s3-retry.ts';

const MIB = 1024 * 1024;
const MAX_PARTS = 10_000;
const ChecksumAlgorithm = 'CRC32';

type Target = { Bucket: string; Key: string; ContentType?: string };

/** Small parts at first, so that little memory is taken; larger ones later, so that 10,000 hold 440 GiB. S3 takes none below 5 MiB but the last. */
export function partBytes(number: number): number {
  return 8 * MIB * (1 + Math.floor((number - 1) / 1_000));
}

/** Divides bytes into the parts of an upload; the last may be smaller. */
async function* divideIntoParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  for await (const chunk of source) {
    chunks.push(chunk);
    size += chunk.byteLength;
    while (size >= partBytes(number)) {
      const all = Buffer.concat(chunks);
      yield all.subarray(0, partBytes(number));
      const rest = all.subarray(partBytes(number));
      chunks = [rest];
      size = rest.length;
      number += 1;
    }
  }
  if (size > 0 || number === 1) yield Buffer.concat(chunks);
}

/** Stores an object in parts, each of which is sent again when it does not arrive; either whole or not at all. Returns its size. */
export async function uploadInParts(
  client: S3Client,
  { ContentType, ...target }: Target,
  bytes: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<number> {
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ ...target, ContentType, ChecksumAlgorithm }),
  );
  try {
    const done: CompletedPart[] = [];
    let size = 0;
    for await (const Body of divideIntoParts(bytes)) {
      signal?.throwIfAborted();
      const PartNumber = done.length + 1;
      if (PartNumber > MAX_PARTS)
        throw new Error(`${target.Key} is larger than S3 takes in parts.`);
      const command = new UploadPartCommand({
        ...target,
        UploadId,
        PartNumber,
        Body,
        ChecksumAlgorithm,
      });
      const { ETag, ChecksumCRC32 } = await sendAgain(() => client.send(command));
      done.push({ ETag, PartNumber, ChecksumCRC32 });
      size += Body.length;
    }
    await client.send(
      new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts: done } }),
    );
    return size;
  } catch (error) {
    // Else the parts stay and are paid for; the first error is the one to see.
    await client
      .send(new AbortMultipartUploadCommand({ ...target, UploadId }))
      .catch(() => undefined);
    throw error;
  }
}
