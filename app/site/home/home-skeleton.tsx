/** The outline of the home page while a navigation to it loads. */
export function HomeSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading the home page</span>
      <div aria-hidden="true">
        <div className="border-b border-line">
          <div className="content-width grid gap-x-12 gap-y-8 pt-14 pb-20 lg:grid-cols-12">
            <div className="grid gap-3 lg:col-span-12">
              <div className="skeleton h-12 w-full max-w-3xl" />
              <div className="skeleton h-12 w-2/3 max-w-xl" />
            </div>
            <div className="grid content-start gap-3 lg:col-span-5 lg:pt-4 xl:col-span-4">
              <div className="skeleton h-5" />
              <div className="skeleton h-5" />
              <div className="skeleton h-5 w-3/4" />
              <div className="skeleton mt-5 h-11 w-64" />
            </div>
            <div className="skeleton aspect-[5/4] lg:col-span-7 xl:col-start-6" />
          </div>
        </div>
        <TestimonialsSkeleton />
        <LatestBlogsSkeleton />
      </div>
    </div>
  );
}

function TestimonialsSkeleton() {
  return (
    <div className="content-width section-space grid gap-10">
      <div className="skeleton h-6 w-40" />
      <div className="grid gap-8 lg:grid-cols-12 lg:gap-16">
        <div className="grid content-start gap-3 lg:col-span-9">
          <div className="skeleton h-5 w-28" />
          <div className="skeleton h-8 max-w-2xl" />
          <div className="skeleton h-8 max-w-2xl" />
          <div className="skeleton h-8 w-1/2" />
        </div>
        <div className="flex items-center gap-4 lg:col-span-3">
          <div className="skeleton size-16 rounded-full" />
          <div className="skeleton h-5 w-32" />
        </div>
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        <div className="skeleton h-18" />
        <div className="skeleton h-18" />
        <div className="skeleton h-18" />
      </div>
    </div>
  );
}

function LatestBlogsSkeleton() {
  return (
    <div className="content-width section-space grid gap-10 border-t border-line">
      <div className="skeleton h-10 w-72" />
      <div className="grid gap-8 lg:grid-cols-[7fr_5fr] lg:gap-10">
        <div className="skeleton h-128" />
        <div className="grid gap-8">
          <div className="skeleton h-60" />
          <div className="skeleton h-60" />
        </div>
      </div>
    </div>
  );
}
