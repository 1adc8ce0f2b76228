import { type Icon, icon } from './icons.ts';

type Frame = {
  mark: string;
  brand: string;
  product: string;
  /** The first one is open. */
  areas: { name: string; icon: Icon; count?: string }[];
  person: { initials: string; name: string; note: string };
  title: string;
  search: string;
  live: string;
  action: string;
  content: string;
};

/** What the screens of one office application have around them. */
export function renderFrame(frame: Frame): string {
  const { mark, brand, product, person, title, search, live, action, content } = frame;
  const areas = frame.areas.map(
    ({ name, icon: shape, count }, index) =>
      `<li class="${index === 0 ? 'is-current' : ''}">${icon(shape)}${name}${count ? `<b class="count">${count}</b>` : ''}</li>`,
  );
  return `<div class="frame">
    <aside>
      <p class="brand">${mark}<span><b>${brand}</b>${product}</span></p>
      <ul>${areas.join('')}</ul>
      <p class="shift"><i class="avatar">${person.initials}</i><span><b>${person.name}</b>${person.note}</span></p>
    </aside>
    <div class="page">
      <header><h1>${title}</h1><p class="search">${icon('search', 18)}${search}<kbd>/</kbd></p><span class="live">${live}</span><span class="button is-primary">${action}</span></header>
      ${content}
    </div>
  </div>`;
}
