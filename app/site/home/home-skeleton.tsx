import { LAYOUT_MESSAGES } from '#app/site/lib/messages.ts';

export function HomeSkeleton() {
  return (
    <div role="status" className="content-width">
      <span className="sr-only">{LAYOUT_MESSAGES.loadingHome}</span>
      <div className="grid gap-8 py-14">
        <Bone className="h-24 max-w-3xl" />
        <Bone className="aspect-video" />
      </div>
      <div className="section-space grid gap-6 sm:grid-cols-3">
        <Bone className="h-48 sm:col-span-3" />
        <Bone className="h-18" />
        <Bone className="h-18" />
        <Bone className="h-18" />
      </div>
      <div className="section-space grid gap-8 xl:grid-cols-[7fr_5fr]">
        <Bone className="h-128 xl:row-span-2" />
        <Bone className="h-60" />
        <Bone className="h-60" />
      </div>
    </div>
  );
}

function Bone({ className }: { className: string }) {
  return <div className={`skeleton ${className}`} />;
}
