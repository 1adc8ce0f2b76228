import { useState } from 'react';
import { StoredImage } from '#app/components/image/stored-image.tsx';

type Props = { url: string | null; name: string; isRound?: boolean };

export function Thumbnail({ url, name, isRound = false }: Props) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const shape = `size-8 ${isRound ? 'rounded-full' : 'rounded'} border border-line`;
  if (url && url !== failedUrl) {
    return (
      <StoredImage
        url={url}
        alt=""
        sizes="32px"
        width={32}
        height={32}
        onError={() => setFailedUrl(url)}
        className={`${shape} bg-surface-sunken ${isRound ? 'object-cover' : 'object-contain'}`}
      />
    );
  }
  const [letter = '?'] = name.trim();
  return (
    <span
      aria-hidden
      className={`${shape} grid place-items-center bg-surface-sunken font-semibold text-ink-muted`}
    >
      {letter.toLocaleUpperCase('en-US')}
    </span>
  );
}
