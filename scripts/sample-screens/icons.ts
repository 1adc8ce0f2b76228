const SHAPES = {
  desk: 'M4 5h16v5H4zM4 14h16v5H4zM8 7.5h0M8 16.5h0',
  map: 'M9 4L3 6.5v14L9 18l6 2.5 6-2.5V4l-6 2.5zM9 4v14M15 6.5v14',
  lorry: 'M3 6h11v10H3zM14 10h4l3 3v3h-7M7.5 18.5a2 2 0 1 1-.01 0M17.5 18.5a2 2 0 1 1-.01 0',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3.200 2.700 3.5 5.5',
  chart: 'M4 20V4M4 20h16M8 16v-5M12.5 16V7M17 16v-3',
  rules: 'M4 6h9M17 6h3M4 12h3M11 12h9M4 18h9M17 18h3M15 4v4M9 10v4M15 16v4',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  phone:
    'M6 3h4l1.5 5-2.5 1.5a12 12 0 0 0 5.5 5.5L16 12.5l5 1.5v4c0 2-1.5 3-3 3C10 20.5 3.5 14 3 6c0-1.5 1-3 3-3z',
  check: 'M4.5 12.5l5 5 10-11',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.5l3.5 2',
  alert: 'M12 3L2 20h20zM12 10v4.5M12 17.300v.2',
  mute: 'M3 9v6h4l5 4V5L7 9zM16 9l5 6M21 9l-5 6',
  block: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8 12h8',
  pin: 'M12 21c-2-4-7-7-7-11.5a7 7 0 0 1 14 0C19 14 14 17 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  box: 'M3.5 8L12 3.5 20.5 8v8.5L12 21l-8.5-4.5zM3.5 8L12 12.5 20.5 8M12 12.5V21',
  road: 'M8 3L3 21M16 3l5 18M12 4v3M12 10.5v3M12 17v3',
  offline:
    'M3 3l18 18M5 12.5a10 10 0 0 1 4-2.400M2 9a15 15 0 0 1 4.5-2.800M10.5 5.100A15 15 0 0 1 22 9M15.5 10.700a10 10 0 0 1 3.5 1.800M8.5 16a5 5 0 0 1 7 0M12 19.5v.2',
  message: 'M4 4h16v12H9l-5 4z',
} as const;

export type Icon = keyof typeof SHAPES;

export function icon(name: Icon, size = 20): string {
  return `<svg class="icon" width="${size}" height="${size}" viewBox="0 0 24 24"><path d="${SHAPES[name]}"/></svg>`;
}

/** The mark of the freight company: a block with two waves. */
export const MARK =
  '<svg class="mark" width="34" height="34" viewBox="0 0 60 60"><mask id="waves"><path fill="#fff" d="M0 0h60v60H0z"/><path fill="none" stroke="#000" stroke-width="5" d="M0 39c10-10 18-10 28 0s18 10 34-3M0 24c10-10 18-10 28 0s18 10 34-3"/></mask><path mask="url(#waves)" d="M0 0h50l10 10v50H10L0 50z"/></svg>';
