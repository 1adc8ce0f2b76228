import type { Page } from '@playwright/test';
import { isFormTarget } from '#shared/routes.ts';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { listSideways } from '#tests/support/browser/accessibility.ts';
import { expect, keepOfficeOpen, setOfficeHours, test } from '#tests/support/browser/e2e.ts';
import { fillPath } from '#tests/support/browser/pages.ts';
import { listShown } from '#tests/support/browser/site.ts';

keepOfficeOpen();

test.use({ javaScriptEnabled: false });

/** Texts and links of each page in their order, with a gap at each `…` and line break. */
const PAGES: Record<string, string> = {
  '/': `
    Custom-Built Software Solutions for Smarter Business Growth
    [Order Now](/order) [Watch Demo](/#demo) … custom software agency
    data-analytics and dashboard-development consultancy
    Projects delivered 15+ Client satisfaction 98% Founded 2023 … Scalable Solutions A
    Security First Roles … User-Centric Design We
    Free initial consultation and project assessment Transparent pricing with no hidden costs
    Agile development with regular updates Post-launch support and maintenance Scalable solutions
    What we build with … PostgreSQL … Six things we build … Shipment Systems Every
    [See projects : Shipment Systems](/portfolio?category=Logistics) … Invoicing Tools Invoices
    [See projects : Invoicing Tools](/portfolio?category=Finance) … Dashboards The
    Real Estate Apps Listings
    [See projects : Real Estate Apps](/portfolio?category=Real%20Estate)
    Mapping Applications Maps … [See projects : Mapping Applications](/portfolio?category=Mapping)
    Custom Apps The … [See projects : Custom Apps](/portfolio?category=Other)
    1 Discovery 1 week We … 2 Analysis 1 week Each … 3 Design 1-2 weeks Screens
    4 Development 2-3 weeks A … 5 Launch 1 week Data
    [Start Your Project](/order) [Schedule Consultation](/contact) … See the work
    Shipment Desk for Road Freight One … Morning round of calls 25 minutes
    [See the project : Shipment Desk for Road Freight](/portfolio/
    Three stories from the workshop … [Start Your Project](/order) … Logistics Two
    [See the project : Shipment Desk for Road Freight](/portfolio/ … Real Estate Sold
    [See the project : Listings and Viewings App for an Agency](/portfolio/ … Manufacturing Four
    [See the project : Production Board for a Ceramics Plant](/portfolio/
    Efficiency improvement 95% Time reduction 60% Client satisfaction 98%
    Projects delivered 15+ On time and within budget 100% Average response time 1h
    What clients say … From our notebook [View All Blogs](/blog)
    Data Analytics Nov 3, 2026 4 min read The Dashboard People Open on Monday Morning Correct
    By Selin Kaya [Read More : The Dashboard People Open on Monday Morning](/blog/dashboards-people-open-on-monday)
    Finance Oct 13, 2026 4 min read E-Invoicing in Turkey … By Murat Çetin
    Logistics Sep 15, 2026 4 min read Shipment Tracking That Customers Believe … By Özlem Öztürk
    Ready to Build Your App? … [Order Now](/order) [Schedule Free Consultation](/contact)
    [hello@vitrin.example](mailto:hello@vitrin.example) … Response within 1 hour`,
  '/order': `
    Start Your Project … You'll hear from us by … Contact Information
    Phone (optional) Company (optional) … Project Details
    Service type <Shipment & Logistics Systems> Shipment & Logistics Systems
    <Invoicing & Finance Tools> Invoicing & Finance Tools
    <Business Dashboards> Business Dashboards <Real Estate Applications> Real Estate Applications
    <Mapping & Location Apps> Mapping & Location Apps
    <Custom Business Applications> Custom Business Applications Project description
    <User Authentication> User Authentication <Payment Integration> Payment Integration
    <Real-time Notifications> Real-time Notifications
    <Mobile Responsive Design> Mobile Responsive Design <API Integration> API Integration
    <Database Management> Database Management <File Upload/Management> File Upload/Management
    <Multi-language Support> Multi-language Support <Advanced Analytics> Advanced Analytics
    <Third-party Integrations> Third-party Integrations Budget & Timeline
    Estimated budget <under-5k> Under $5,000 <5k-15k> $5,000 - $15,000
    <15k-50k> $15,000 - $50,000 <over-50k> Over $50,000 Target timeline
    <30-days> 30 days <60-days> 60 days <90-days> 90 days <not-sure> Not sure yet Additional
    <Arabic> Arabic <English> English <Turkish> Turkish <Multi-language> Multi-language
    Attachments (optional)
    I accept the [Terms of Service (opens in a new tab)](/terms) and the [Privacy Policy (opens in a new tab)](/privacy)
    uses what you send here to answer you … [Privacy Policy (opens in a new tab)](/privacy)
    Submit Order [Cancel](/)`,
  '/contact': `
    Get in Touch … Send us a Message … You'll hear from us by
    uses what you send here to answer you … [Privacy Policy (opens in a new tab)](/privacy)
    Contact Information … [hello@vitrin.example](mailto:hello@vitrin.example)
    [+90 312 555 01 00](tel:+903125550100) … Monday to Friday 9:00 AM to 6:00 PM Turkey time
    Ankara, Turkey
    Follow Us [LinkedIn (opens in a new tab)](https://www.linkedin.com/company/vitrin-example)
    [Twitter (opens in a new tab)](https://x.com/vitrin_example)
    [GitHub (opens in a new tab)](https://github.com/vitrin-example)
    [Open in OpenStreetMap (opens in a new tab)](https://www.openstreetmap.org/`,
  '/blog': `
    Blog … [All](/blog) … The Dashboard People Open on Monday Morning … November 3, 2026
    Is One of These Your Problem?
    [Describe Your Problem](/contact) [See What We Built](/portfolio)`,
  '/blog/e-invoicing-in-turkey': `
    [Back to Blog](/blog) … By Murat Çetin … Ready to Transform Your Data?
    [Get Started](/contact) [View Our Work](/portfolio)`,
  '/portfolio': `
    Portfolio … [All](/portfolio) [Logistics](/portfolio?category=Logistics)
    [Finance](/portfolio?category=Finance)
    [Real Estate](/portfolio?category=Real+Estate) [Mapping](/portfolio?category=Mapping)
    [Other](/portfolio?category=Other) … Shipment Desk for Road Freight … +3 more
    Something like this for your company? … [Start Your Project](/order)`,
  '/portfolio/:id': `
    [Back to Portfolio](/portfolio) … The Challenge … Our Solution … Key Results
    Technology Stack … Need a Similar Solution … [Request Similar Project](/order)`,
  '/pricing': `
    Final pricing is provided after a free discovery session … Transparent Pricing … Basic A
    Starting at $5,000 Timeline 3-4 weeks Support 1-month support [Request Quote](/order)
    Includes Dashboard arranged for your figures
    Limitations Up to 3 data sources 5 custom charts Standard templates only No advanced integrations
    Most Popular Professional An
    Starting at $15,000 Timeline 6-8 weeks Support 3-month support [Request Quote](/order)
    Includes Unlimited data sources
    Limitations No AI/ML functions No white-label version No dedicated project manager Enterprise
    Custom pricing Timeline Flexible timeline Support 12-month support [Request Quote](/order)
    Includes Everything in Professional … Custom SLA Feature Comparison
    Feature Basic Professional Enterprise
    Data & dashboards Data sources Up to 3 Unlimited Unlimited
    Visualisations 5 custom charts Unlimited Unlimited
    Custom dashboard design Included from standard templates Included Included
    Mobile responsive Included Included Included … Data export Included Included Included
    Real-time data processing Not included Included Included
    Integrations & platform Advanced integrations Not included Included Included
    API access Not included Included Included … AI/ML Not included Not included Included
    White-label Not included Not included Included … User management Basic Advanced Enterprise
    Support & services Email support Included Included Included
    Priority support Not included Included Included
    Dedicated project manager Not included Not included Included
    On-site training Not included Not included Included
    Custom SLA Not included Not included Included … Support period 1 month 3 months 12 months
    Ready to Get Started? … [Schedule Discovery Call](/contact) [View FAQ](/faq)`,
  '/faq': `
    Frequently Asked Questions … [All Categories](/faq) … What does a project cost?
    Still Have Questions? … [Contact Us](/contact) [Request Quote](/order)`,
  '/terms': `
    Terms of Service … Last updated: January 2025 … 10. Ending, law and contact`,
  '/privacy': `
    Privacy Policy … Last updated: January 2025 … 11. Changes and contact`,
  '/no-such-page': `
    Oops! Page not found … [Return to Home](/)`,
};

/** The text of a page, with its links as Markdown writes them and the values of its options. */
function readText(page: Page): Promise<string> {
  return page.locator('main').evaluate((main) => {
    function read(node: Node): string {
      if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
      if (!(node instanceof Element) || node.matches('script, svg, dialog')) return '';
      if (node.matches('[type="radio"], [type="checkbox"]'))
        return ` <${node.getAttribute('value')}> `;
      const text = [...node.childNodes].map(read).join('');
      if (!node.matches('a[href]')) return ` ${text} `;
      return ` [${text.trim()}](${node.getAttribute('href')}) `;
    }
    return read(main).replaceAll(/\s+/g, ' ').replaceAll('[ ', '[').replaceAll(' ]', ']');
  });
}

function listInvisible(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, h3, p, li, dt, dd, th, td, time, img)')]
      .filter((element) => !element.closest('details:not([open]), [aria-roledescription]'))
      .filter(
        (element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      )
      .map((element) => element.outerHTML.slice(0, 200)),
  );
}

test('every page is complete without scripts', async ({ page, site, problems }) => {
  problems.allow(/404/);
  for (const [path, expected] of Object.entries(PAGES)) {
    if (path === '/contact') await setOfficeHours(site, DEFAULT_OFFICE_HOURS);
    await page.goto(await fillPath(path, site.db));
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    const text = await readText(page);
    let end = 0;
    for (const line of expected.trim().split(/ … |\n\s*/)) {
      const start = text.indexOf(line, end);
      expect(start, `${path}: ${line}\nin ${text.slice(end)}`).toBeGreaterThanOrEqual(0);
      end = start + line.length;
    }
    // Parts of the forms are for scripts.
    if (!isFormTarget(path)) expect(await listInvisible(page), path).toEqual([]);
    await expect(page.getByText(/^Loading/), path).toHaveCount(0);
    await expect(page.locator('.skeleton'), path).toHaveCount(0);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await listSideways(page), path).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    if (path === '/') {
      await expect(page.locator('#services li:has(h3)')).toHaveCount(6);
      await expect(page.locator('#services li li')).toHaveCount(18);
      await expect(page.locator('#process ol > li')).toHaveCount(5);
    }
  }
});

test('testimonials and demo work without scripts @full', async ({ page, site }) => {
  const rows = await listShown(site, 'testimonials');
  await page.goto('/');
  const carousel = page.getByRole('region', { name: 'Client testimonials' });
  await expect(carousel.getByRole('button')).toHaveCount(0);
  const slides = carousel.getByRole('group');
  await expect(slides).toHaveCount(rows.length);
  for (const [index, { quote }] of rows.entries()) {
    await slides.nth(index).scrollIntoViewIfNeeded();
    await expect(slides.nth(index)).toBeInViewport({ ratio: 0.5 });
    await expect(slides.nth(index)).toContainText(quote);
  }
  await page.getByRole('link', { name: 'Watch Demo' }).click();
  await expect(page).toHaveURL(/\/#demo$/);
  const demo = page.locator('#demo');
  await expect(demo).toBeInViewport();
  await expect(demo.getByRole('row', { name: /2041.*Ankara to Mersin.*On its way/ })).toBeVisible();
  await expect(demo.getByText('Trips, last 7 days')).toBeVisible();
  const controls = demo.locator('button, input, select').filter({ visible: true });
  await expect(controls).toHaveCount(await demo.locator(':is(thead, tbody) button').count());
});

test('menus and accordion work without scripts @full', async ({ page }) => {
  await page.goto('/pricing');
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('link', { name: 'Blogs' })).toBeHidden();
  await nav.locator('summary', { hasText: 'Company' }).click();
  await nav.getByRole('link', { name: 'Blogs' }).click();
  await expect(page).toHaveURL(/\/blog$/);
  await nav.getByRole('link', { name: 'Case Studies' }).click();
  await expect(page).toHaveURL(/\/#case-studies$/);
  await expect(page.locator('#case-studies')).toBeInViewport();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/pricing');
  await expect(nav.getByRole('link', { name: 'FAQ' })).toBeHidden();
  await nav.locator('summary', { hasText: 'Menu' }).click();
  await nav.getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL(/\/faq$/);

  const services = page.getByRole('region', { name: 'Services' });
  const answers = services.locator('details p');
  await services.locator('summary').nth(0).click();
  await expect(answers.first()).toBeVisible();
  await services.locator('summary').nth(1).click();
  await expect(answers.first()).toBeHidden();
  await services.locator('summary').nth(1).click();
  await expect(services.locator('details[open]')).toHaveCount(0);
});
