export const SAMPLE_PROJECTS = [
  {
    title: 'Shipment Desk for Road Freight',
    shortDescription:
      'One screen for dispatchers: every open shipment, what happened last, and which ones need a person now.',
    fullDescription:
      'Karasu Freight runs part and full loads between Central Anatolia and the Aegean ports. The shipment desk collects driver messages, depot scans and customer changes into one timeline per shipment, works out which loads are late or silent, and gives customers a tracking page of their own that shows the same facts the dispatcher sees.',
    industryCategory: 'Logistics',
    techStack: ['TypeScript', 'React', 'Node.js', 'PostgreSQL', 'Server-sent events', 'Docker'],
    featuredImage: 'screens/shipment-desk_1600x1000.webp',
    featuredImageAlt:
      'Screen of the shipment desk: nine of 128 shipments need attention, each with its reason, route, driver and next expected event',
    galleryImages: [
      'screens/shipment-timeline_1600x1000.webp',
      'screens/shipment-driver_1600x1000.webp',
      'screens/shipment-tracking_1600x1000.webp',
      'projects/shipment-desk.svg',
    ],
    challengeText:
      'Status lived in phone calls, a shared spreadsheet and the memory of two experienced dispatchers. Each morning began with two hours of calls only to learn where the loads were. Customers called too, and got a different answer depending on who picked up.',
    solutionText:
      'We modelled a shipment as a list of events with the time they happened and the time they were reported. Rules agreed with the dispatchers turn that list into a state and a next expected event. Shipments that miss an expected event move to the top of the screen; the rest stay quiet. Drivers report with four large buttons that also work without a signal.',
    resultsText:
      'The morning round went from about two hours to 25 minutes. Calls asking for a status fell from roughly 60 a day to 15 within two months. All 11 dispatchers were working in the new system after the second week.',
    results: [
      {
        metric: 'Morning round of calls',
        before: 'about 2 hours',
        after: '25 minutes',
        howMeasured: 'Dispatchers noted when the first call began and the last one ended.',
      },
      {
        metric: 'Calls asking for a status',
        before: '60 a day',
        after: '15 a day',
        howMeasured: 'Counted in the telephone log, within two months of the start.',
      },
      {
        metric: 'Dispatchers working in the new system',
        before: '',
        after: 'all 11',
        howMeasured: 'Sign-ins after the second week.',
      },
    ],
    clientQuote:
      'Now they open one screen, see the nine shipments that need attention, and deal with those first.',
    clientName: 'Gökçe Demir, Operations Manager, Karasu Freight',
    createdAt: '2026-10-06T08:00:00.000Z',
    isFeatured: true,
    isPublished: true,
  },
  {
    title: 'Temperature Record for Refrigerated Loads',
    shortDescription:
      'Sensor readings, limits and exceptions of every refrigerated load, ready for an audit in one export.',
    fullDescription:
      'Hisar Cold Chain carries dairy products and medicines at controlled temperatures. The application takes readings from the trailer sensors, compares them with the limits of the goods on board, warns the driver and the desk when a limit is close, and keeps a record that an auditor can follow from the pallet to the single reading.',
    industryCategory: 'Logistics',
    techStack: ['TypeScript', 'Node.js', 'PostgreSQL', 'MQTT', 'React'],
    featuredImage: 'projects/cold-chain-record.svg',
    featuredImageAlt:
      'Line drawing of a refrigerated trailer with a temperature curve between two limit lines',
    challengeText:
      'Readings came in three formats from three generations of sensors, some of them hours late after a trip through the mountains. Preparing for a customer audit meant a week of copying figures by hand.',
    solutionText:
      'A small receiver translates each sensor format into one kind of reading and keeps the original message beside it. Late readings are put where they belong in time. Limits are versioned, so a load is always judged by the rules that were valid when it travelled.',
    resultsText:
      'Preparing an audit takes one morning where it took five working days. Eight limit violations in the first half year were corrected on the road because the warning came in time.',
    results: [
      {
        metric: 'Preparing an audit',
        before: '5 working days',
        after: '1 morning',
        howMeasured: "From the auditor's request to the finished export.",
      },
      {
        metric: 'Limit violations corrected on the road',
        before: '',
        after: '8',
        howMeasured:
          'In the first half year: warnings after which the curve went back between its limits.',
      },
    ],
    clientQuote: 'The last audit took one morning and one export.',
    clientName: 'Ceren Polat, Hisar Cold Chain',
    createdAt: '2026-08-11T09:30:00.000Z',
    isFeatured: false,
    isPublished: true,
  },
  {
    title: 'E-Invoice Hub for an Accounting Office',
    shortDescription:
      'Incoming and outgoing e-invoices of 140 companies in one queue, checked before they are sent.',
    fullDescription:
      'Defter Accounting keeps the books of 140 small companies. The hub fetches and sends their e-invoices through a licensed integrator, checks each document against the rules the office works by, and shows what is waiting, what was rejected and why, in the words an accountant would use.',
    industryCategory: 'Finance',
    techStack: ['TypeScript', 'Node.js', 'PostgreSQL', 'UBL-TR', 'React', 'Playwright'],
    featuredImage: 'projects/e-invoice-hub.svg',
    featuredImageAlt: 'Line drawing of an invoice with a check mark beside a queue of documents',
    challengeText:
      'Every client company had its own portal account. Staff signed in to dozens of them a day, noticed rejected invoices late, and typed totals a second time into the ledger program.',
    solutionText:
      'The hub keeps one list for all companies and one state per document. Totals are recalculated line by line before sending, so a rounding difference is found in the office. Each rejection is translated into a cause and a next step. The signed original is stored unchanged and the ledger entry is made from it.',
    resultsText:
      'Handling a document takes about 3 minutes where it took 8. Rejected invoices fell from around 30 a month to 6, and the office has taken on 20 further clients with the same staff.',
    results: [
      {
        metric: 'Handling a document',
        before: '8 minutes',
        after: '3 minutes',
        howMeasured: 'From opening a document to filing it.',
      },
      {
        metric: 'Rejected invoices',
        before: '30 a month',
        after: '6 a month',
        howMeasured: 'Rejections reported by the integrator.',
      },
      {
        metric: 'Clients taken on with the same staff',
        before: '',
        after: '20',
        howMeasured: 'Companies added since the start.',
      },
    ],
    clientQuote: 'The invoice queue shows our reasons for a rejection and not an error number.',
    clientName: 'Hakan Yüksel, Partner, Defter Accounting',
    createdAt: '2026-06-16T07:20:00.000Z',
    isFeatured: false,
    isPublished: true,
  },
  {
    title: 'Cash Flow Board for a Wholesale Group',
    shortDescription:
      'Expected receipts and payments of four companies for the next 13 weeks, refreshed every night.',
    fullDescription:
      'A family-owned wholesale group with four companies wanted one answer to one question: will there be enough money in week nine? The board brings open invoices, orders, salaries, taxes and loans together and shows the balance of each company and of the group, week by week, in lira, dollars and euros.',
    industryCategory: 'Finance',
    techStack: ['TypeScript', 'PostgreSQL', 'dbt', 'React', 'SVG charts'],
    featuredImage: 'projects/cash-flow-board.svg',
    featuredImageAlt: 'Line drawing of thirteen columns above and below a zero line',
    challengeText:
      'The finance manager combined four exports in a spreadsheet every Friday. It took most of the day, was out of date by Tuesday, and only one person could explain the formulas.',
    solutionText:
      'Nightly loads read the accounting systems without changing them. Assumptions, for instance how late a customer usually pays, are visible, editable and dated. Every column of the chart opens into the documents it is made of.',
    resultsText:
      'The Friday spreadsheet is gone, which frees about six hours a week. Forecast and actual balance differed by less than 5 percent in nine of the first twelve weeks, and the three exceptions could be explained from the board itself.',
    results: [
      {
        metric: 'Friday spreadsheet',
        before: '6 hours a week',
        after: '0 hours',
        howMeasured: "The finance manager's own working time.",
      },
      {
        metric: 'Weeks forecast within 5 percent',
        before: '',
        after: '9 of 12',
        howMeasured: 'Forecast against actual balance in the first twelve weeks.',
      },
    ],
    createdAt: '2026-04-07T10:00:00.000Z',
    isFeatured: false,
    isPublished: true,
  },
  {
    title: 'Listings and Viewings App for an Agency',
    shortDescription:
      'Agents keep listings current from their phones; buyers book a viewing in a free slot.',
    fullDescription:
      'Köprü Homes sells flats and houses in three districts. The app holds each property once and publishes it to the agency site and to the portals. Agents record a viewing, a price change or a sale in under a minute, and buyers choose a viewing time from the slots that the agent and the owner have both released.',
    industryCategory: 'Real Estate',
    techStack: ['TypeScript', 'React', 'PWA', 'Node.js', 'PostgreSQL', 'PostGIS', 'S3 storage'],
    featuredImage: 'screens/listings-register_1600x1000.webp',
    featuredImageAlt:
      'Screen of the listings register: flats with price and state, beside one of them its floor plan, its portals and its viewings of the day',
    galleryImages: [
      'screens/listings-viewing_1600x1000.webp',
      'projects/listings-and-viewings.svg',
    ],
    challengeText:
      'The same flat was typed into four portals, with four prices after a few weeks. Sold properties stayed online for days, and buyers who called about them did not call again.',
    solutionText:
      'One record per property, one state, one history. Portals receive changes through their import files within ten minutes. Photos are turned, sized and stripped of location data on upload. The form for agents asks only for what has changed.',
    resultsText:
      'Sold properties leave all portals the same day; before, it took four days on average. The number of viewings booked without a phone call grew from none to 45 percent in the first four months.',
    results: [
      {
        metric: 'Sold properties leave all portals',
        before: 'after 4 days',
        after: 'the same day',
        howMeasured: 'From the sale in the record to the import by the last portal, on average.',
      },
      {
        metric: 'Viewings booked without a phone call',
        before: 'none',
        after: '45%',
        howMeasured: 'Share of all viewings after the first four months.',
      },
    ],
    clientQuote:
      'Agents update a listing from the car park after a viewing, because it takes less than a minute.',
    clientName: 'Leyla Koç, Sales Director, Köprü Homes',
    createdAt: '2026-02-10T12:15:00.000Z',
    isFeatured: true,
    isPublished: true,
  },
  {
    title: 'Tenant Requests for Managed Buildings',
    shortDescription:
      "Tenants report a fault with a photo, caretakers see today's list, owners see what it cost.",
    fullDescription:
      'A property manager looks after 26 residential buildings. Tenants report a fault from a code in the stairwell, without an account. Caretakers get a list sorted by building and urgency, contractors get the access details they need and nothing else, and owners see open requests and costs for their building.',
    industryCategory: 'Real Estate',
    techStack: ['TypeScript', 'React', 'Node.js', 'PostgreSQL', 'Web push'],
    featuredImage: 'projects/tenant-requests.svg',
    featuredImageAlt:
      'Line drawing of an apartment building with three marked windows and a task list',
    challengeText:
      'Requests arrived by phone, on paper and in chat groups. The same dripping tap was reported five times and repaired twice, while a broken lift light waited for two weeks.',
    solutionText:
      'Each building has its own reporting page with the rooms and devices that exist there, so a report is precise after two taps. Similar open reports are shown before a new one is made. Every change of state tells the tenant what happens next.',
    resultsText:
      'Double reports went down by about two thirds. The median time from report to repair fell from nine days to four, and the yearly cost report for owners is now an export.',
    results: [
      {
        metric: 'From report to repair',
        before: '9 days',
        after: '4 days',
        howMeasured: "Median of all requests, up to the caretaker's last entry.",
      },
      {
        metric: 'Double reports',
        before: '',
        after: '2/3 fewer',
        howMeasured: 'Requests closed as already reported.',
      },
    ],
    createdAt: '2025-12-09T09:45:00.000Z',
    isFeatured: false,
    isPublished: true,
  },
  {
    title: 'Offline Parcel Survey App',
    shortDescription:
      'Survey crews record parcels on tablets for weeks without a signal and merge them in the office.',
    industryCategory: 'Mapping',
    techStack: ['TypeScript', 'MapLibre', 'SQLite', 'PostGIS', 'Node.js', 'Vector tiles'],
    featuredImage: 'projects/offline-parcel-survey.svg',
    featuredImageAlt: 'Line drawing of a tablet with parcels, contour lines and a survey point',
    challengeText:
      'Crews of Meridyen Survey work in valleys without coverage. Paper sketches and single photos had to be matched at the office, and a parcel recorded by two crews was noticed only when both had gone home.',
    solutionText:
      'Each tablet carries the map of its region and a database of its own. Every change is recorded as an operation with crew, time and position accuracy. Back in the office the operations are merged; where two crews touched the same boundary, the screen shows both versions on the map and a person decides.',
    resultsText:
      'A region of 1,900 parcels was closed in three weeks instead of the five that had been planned. No record was lost, and 34 conflicts were settled in one afternoon.',
    results: [
      {
        metric: 'Closing a region of 1,900 parcels',
        before: '5 weeks planned',
        after: '3 weeks',
        howMeasured: 'From the first tablet in the field to the finished survey.',
      },
      {
        metric: 'Records lost',
        before: '',
        after: '0',
        howMeasured: 'Operations on the tablets against those in the office.',
      },
      {
        metric: 'Boundary conflicts settled in one afternoon',
        before: '',
        after: '34',
        howMeasured: 'Boundaries that two crews had touched, decided on the map.',
      },
    ],
    clientQuote: 'Four crews, and not one parcel lost when the tablets came back to the office.',
    clientName: 'Tolga Erdem, Field Operations Lead, Meridyen Survey',
    createdAt: '2025-11-11T08:40:00.000Z',
    isFeatured: false,
    isPublished: true,
  },
  {
    title: 'Production Board for a Ceramics Plant',
    shortDescription:
      'Output, scrap and kiln state per shift on one wall screen, from data the machines already had.',
    fullDescription:
      'Beytepe Ceramics makes floor and wall tiles on two lines. The production board reads the line controllers and the kilns, adds the reasons for stops that operators enter with three taps, and shows each shift how it is doing against its own plan. The plant manager sees the same figures over weeks and months.',
    industryCategory: 'Other',
    techStack: ['TypeScript', 'OPC UA', 'TimescaleDB', 'Node.js', 'React'],
    featuredImage: 'screens/production-wall_1600x1000.webp',
    featuredImageAlt:
      'Wall screen of a shift with four large figures: output, scrap, the current stop and the kiln on its curve',
    galleryImages: ['projects/production-board.svg'],
    challengeText:
      'The lines produced plenty of data that nobody looked at. Scrap was counted at the end of the day, when the cause could no longer be found, and the two shifts used different words for the same stop.',
    solutionText:
      'We stood in the plant for two shifts first. Then we agreed on 14 reasons for a stop with both shift leaders, connected the controllers for reading only, and put four figures on the wall: output, scrap, current stop, and kiln temperature against its curve. A fifth was removed after the first week because it changed nothing anybody did.',
    resultsText:
      'Scrap fell from 6.1 to 4.4 percent in five months. Stops are explained within minutes of their beginning, and the daily report, about 45 minutes of typing, is no longer written.',
    results: [
      {
        metric: 'Scrap',
        before: '6.1%',
        after: '4.4%',
        howMeasured: 'Share of all tiles, counted by the line controllers, over five months.',
      },
      {
        metric: 'Typing the daily report',
        before: '45 minutes',
        after: '0 minutes',
        howMeasured: "The shift leaders' own working time.",
      },
      {
        metric: 'Explaining a stop',
        before: 'the end of the day',
        after: 'within minutes',
        howMeasured: 'From the beginning of a stop to its reason on the wall screen.',
      },
    ],
    clientQuote: 'What is left is on the wall of the shift office and gets read.',
    clientName: 'Orhan Tunç, Plant Manager, Beytepe Ceramics',
    createdAt: '2025-09-23T11:30:00.000Z',
    isFeatured: true,
    isPublished: true,
  },
  {
    title: 'Depot Route Planner',
    shortDescription:
      'Daily delivery rounds for one depot, planned on the map with time windows and vehicle limits.',
    fullDescription:
      'A planner for the delivery rounds of a single depot, at present in its trial period. The dispatcher starts from a proposal and moves stops by hand; the application shows at once what the change means for time windows, load and driving hours.',
    industryCategory: 'Mapping',
    techStack: ['TypeScript', 'MapLibre', 'PostGIS', 'Python', 'React'],
    featuredImage: 'projects/depot-route-planner.svg',
    featuredImageAlt: 'Line drawing of a depot with three delivery rounds in different line styles',
    challengeText:
      'Rounds were fixed years ago and no longer fit the customers. The dispatcher knew better routes than any program, but could not hand that knowledge to a colleague.',
    solutionText:
      'Rules of experience, such as streets to avoid on market day, become visible on the map and part of the plan. The program proposes, the dispatcher decides, and the reasons are kept.',
    resultsText:
      'The trial is running with five vehicles. Figures will be published when it has ended.',
    results: [],
    createdAt: '2026-11-02T09:00:00.000Z',
    isFeatured: false,
    isPublished: false,
  },
] as const;
