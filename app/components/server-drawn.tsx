import { type ComponentType, useEffect, useRef, useState } from 'react';
import { toTrustedHtml } from '#app/lib/trusted-html.tsx';

/**
 * A component whose markup the server makes: on a first visit the browser keeps what was sent and loads no code for it; only when
 * the page is reached by a navigation inside the site does `load` fetch the code. For what has no behaviour of its own.
 *
 * @param onServer the component, or null in the browser bundle (`import.meta.env.SSR ? Component : null`)
 */
export function serverDrawn<Props extends object>(
  onServer: ComponentType<Props> | null,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function ServerDrawn(props: Props) {
    const [Component, setComponent] = useState<ComponentType<Props> | null>(() => onServer);
    const host = useRef<HTMLDivElement>(null);

    useEffect(() => {
      if (host.current && !host.current.hasChildNodes()) {
        void load().then((loaded) => setComponent(() => loaded));
      }
    }, []);

    if (Component) {
      return (
        <div key="drawn">
          <Component {...props} />
        </div>
      );
    }
    // Hydration leaves the children of such an element as the server sent them.
    return (
      <div
        key="kept"
        ref={host}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: toTrustedHtml('') }}
      />
    );
  };
}
