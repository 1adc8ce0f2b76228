import { StoredImage } from '#app/components/image/stored-image.tsx';

export function getInitials(name: string): string {
  const words = name.trim().split(/\s+/).slice(0, 2);
  return words.map((word) => (Array.from(word)[0] ?? '').toUpperCase()).join('');
}

type Props = { name: string; url: string | null; className: string; initialsClass?: string };

export function Portrait({ name, url, className, initialsClass = '' }: Props) {
  const place = `${className} shrink-0 overflow-hidden rounded-full`;
  return url ? (
    <span className={place}>
      <StoredImage
        url={url}
        alt=""
        width={96}
        height={96}
        sizes="96px"
        className="size-full object-cover"
      />
    </span>
  ) : (
    <span
      aria-hidden
      className={`${place} grid place-items-center font-display font-semibold ${initialsClass}`}
    >
      {getInitials(name)}
    </span>
  );
}
