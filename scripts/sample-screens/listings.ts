import { type Icon, icon } from './icons.ts';
import { renderFrame } from './frame.ts';
import { renderPhone } from './phone.ts';
import { renderPlan, renderSmallPlan, type SmallPlan } from './plan.ts';

const MARK =
  '<svg class="mark" width="36" height="36" viewBox="0 0 60 62"><path d="M2 57V44a28 28 0 0 1 56 0v13H46V45a16 16 0 0 0-32 0v12z"/><path d="M30 0l24 17H44L30 7.5 16 17H6z"/></svg>';

type Listing = {
  title: string;
  place: string;
  price: string;
  state: 'For sale' | 'Reserved' | 'Sold';
  news: string;
  plan: SmallPlan;
};

const LISTINGS: Listing[] = [
  {
    title: '3+1, 118 m²',
    place: 'Bahçelievler, 7th Street',
    price: '₺ 9,450,000',
    state: 'For sale',
    news: 'Price 10:21',
    plan: 'three',
  },
  {
    title: '2+1, 92 m²',
    place: 'Çankaya, Ayrancı',
    price: '₺ 8,200,000',
    state: 'For sale',
    news: 'Photos 09:58',
    plan: 'two',
  },
  {
    title: '4+1, 164 m²',
    place: 'Batıkent, Kardelen',
    price: '₺ 11,900,000',
    state: 'Reserved',
    news: 'Since 09:12',
    plan: 'four',
  },
  {
    title: '3+1, 126 m²',
    place: 'Çankaya, Oran',
    price: '₺ 12,750,000',
    state: 'For sale',
    news: '3 viewings today',
    plan: 'wide',
  },
  {
    title: '2+1, 85 m²',
    place: 'Batıkent, Kentkoop',
    price: '₺ 5,600,000',
    state: 'Sold',
    news: 'Left all portals 09:34',
    plan: 'long',
  },
  {
    title: '3+1, 112 m²',
    place: 'Bahçelievler, Emek',
    price: '₺ 8,900,000',
    state: 'For sale',
    news: 'Owner released 4 slots',
    plan: 'corner',
  },
  {
    title: 'House, 210 m²',
    place: 'Çankaya, Beytepe',
    price: '₺ 24,500,000',
    state: 'For sale',
    news: 'New at 08:45',
    plan: 'house',
  },
];

const PORTALS: [string, string][] = [
  ['Agency site', '10:21'],
  ['Konutpano', '10:26'],
  ['Evbulvar', '10:28'],
  ['Yuvamda', '10:30'],
];

const SLOTS: [string, string, string][] = [
  ['11:30', 'Deniz Şahin', 'is-booked'],
  ['14:00', 'free', ''],
  ['15:30', 'Aslı and Cem Duran', 'is-booked'],
  ['17:00', 'free', ''],
];

function stateClass(state: Listing['state']): string {
  return { 'For sale': 'is-fine', Reserved: 'is-silent', Sold: 'is-late' }[state];
}

export function renderRegister(): string {
  const rows = LISTINGS.map(
    ({ title, place, price, state, news, plan }, index) =>
      `<li class="${index === 0 ? 'is-current' : ''}">${renderSmallPlan(plan)}<span><b>${title}</b>${place}</span><span><b>${price}</b><small>${news}</small></span><span class="badge ${stateClass(state)}">${state}</span></li>`,
  );
  const portals = PORTALS.map(
    ([name, time]) => `<li>${icon('check', 18)}${name}<time>${time}</time></li>`,
  );
  const slots = SLOTS.map(([time, who, state]) => `<li class="${state}"><b>${time}</b>${who}</li>`);
  return `<div class="listings">${renderFrame({
    mark: MARK,
    brand: 'Köprü',
    product: 'Listings',
    areas: [
      { name: 'Listings', icon: 'desk', count: '64' },
      { name: 'Viewings', icon: 'clock' },
      { name: 'Buyers', icon: 'people' },
      { name: 'Portals', icon: 'map' },
      { name: 'Reports', icon: 'chart' },
    ],
    person: { initials: 'LK', name: 'Leyla Koç', note: 'Sales director' },
    title: 'Listings',
    search: 'Street, owner or number',
    live: 'Portals up to date',
    action: 'New listing',
    content: `<div class="register">
      <div><p class="tabs"><b>News today 12</b><span>For sale 64</span><span>Reserved 7</span><span>Sold this month 9</span></p><ul class="list">${rows.join('')}</ul></div>
      <div class="detail">
        <h2>Bahçelievler, 7th Street <span class="badge is-fine">For sale</span></h2>
        <p><b>₺ 9,450,000</b> <s>₺ 9,700,000</s> Ece Yalçın, on the phone, 10:21</p>
        ${renderPlan('large')}
        <div class="columns"><section><h3>On all four portals</h3><ul>${portals.join('')}</ul></section>
        <section><h3>Viewings today</h3><ul class="slots">${slots.join('')}</ul></section></div>
      </div></div>`,
  })}</div>`;
}

const CHANGES: [Icon, string, string][] = [
  ['chart', 'Price', '₺ 9,700,000'],
  ['check', 'State', 'For sale'],
  ['clock', 'Viewing slots', '4 released'],
  ['desk', 'Photos', '14'],
];

const change = renderPhone(
  '10:20',
  true,
  `<header><small>KH-1187 · Bahçelievler</small><h1>What has changed?</h1></header>
  <ul class="problems">${CHANGES.map(
    ([shape, label, value], index) =>
      `<li class="${index === 0 ? 'is-chosen' : ''}">${icon(shape, 26)}<b>${label}</b><span>${value}</span></li>`,
  ).join('')}</ul>
  <p class="amount"><small>New price</small><b>₺ 9,450,000</b></p>
  <p class="button is-primary">Publish everywhere</p>`,
);

const offer = renderPhone(
  '13:12',
  true,
  `<header><small>Köprü Homes</small><h1>3+1 in Bahçelievler</h1><p><b>₺ 9,450,000</b>, 118 m², 4th of 6 floors, lift</p></header>
  ${renderPlan('offer')}
  <p class="wait">See it on Thursday</p>
  <ul class="times"><li class="is-gone">11:30</li><li class="is-chosen">14:00</li><li class="is-gone">15:30</li><li>17:00</li></ul>
  <p class="button is-primary">Book 14:00</p><p class="same">No phone call needed</p>`,
);

const booked = renderPhone(
  '13:13',
  true,
  `<header><small>Köprü Homes</small><h1>See you at 14:00</h1></header>
  <p class="thanks">${icon('check', 54)}<b>Thursday, 14:00</b>Ece Yalçın shows you the flat.</p>
  <ul class="steps-list"><li>${icon('pin', 24)}<span><b>7th Street 42</b>second entrance, bell 9</span></li><li>${icon('phone', 24)}<span><b>Ece Yalçın</b>0312 555 01 62</span></li><li>${icon('clock', 24)}<span><b>Move or cancel</b>until one hour before</span></li></ul>
  <p class="button">Add to calendar</p>`,
);

/** What the agent and the buyer have in their hands. */
export function renderViewing(): string {
  return `<div class="listings"><div class="stage">${change}${offer}${booked}</div></div>`;
}
