import { type PostResult, NOT_REACHED, readResult } from '#app/lib/post.ts';

type Options = { formKey: string; signal: AbortSignal; onProgress: (share: number) => void };

/** `fetch` reports no upload progress. */
export function uploadFile(
  file: File,
  { formKey, signal, onProgress }: Options,
): Promise<PostResult<{ path: string }>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append('file', file);
    request.open('POST', '/api/order-attachments');
    request.setRequestHeader('Idempotency-Key', formKey);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () =>
      resolve(readResult(request.status, request.responseText)),
    );
    for (const end of ['error', 'abort', 'timeout']) {
      request.addEventListener(end, () => resolve(NOT_REACHED));
    }
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) resolve(NOT_REACHED);
    else request.send(body);
  });
}
