import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { sendAgain } from './s3-client.ts';

const MIB = 1024 * 1024;
const MAX_PARTS = 10_000;
const ChecksumAlgorithm = 'CRC32';

type Target = { Bucket: string; Key: string; ContentType?: string };

/** Grows, so that 10,000 parts hold 440 GiB. S3 requires 5 MiB except for the last part. */
export function partBytes(number: number): number {
  return 8 * MIB * (1 + Math.floor((number - 1) / 1_000));
}

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

/** Repeats failed parts. The object is stored completely or not at all. */
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
    // Incomplete parts would be charged. The first error matters.
    await client
      .send(new AbortMultipartUploadCommand({ ...target, UploadId }))
      .catch(() => undefined);
    throw error;
  }
}
