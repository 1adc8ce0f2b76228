const DASHBOARDS = `Most dashboards are opened three times: at the presentation, on the following Monday, and when somebody looks for the link to switch it off. The charts were correct. They simply did not answer a question that anybody had.

After a good number of these projects we no longer begin with charts. We begin with a Monday morning.

## Start with the meeting, not with the data

Ask the people who will use the dashboard to describe one recurring moment in their week. Who is in the room? What do they decide? What do they look up before they decide it? In a freight company the answer was short:

> “At eight we decide which three loads get a second driver. We look at who is late, who is full, and who complained last week.”

That sentence contains the whole first version: three columns, sorted by urgency, ready before eight. It contains no map, no gauge, and no revenue chart. Those were on the original wish list, and nobody has asked for them since.

## Four tests for every figure

Before a figure earns its place on the screen, we put four questions to it:

1. **Who acts on it?** If no name comes to mind, the figure is for curiosity. Curiosity is fine, on a second page.
2. **What is the action?** “Call the customer” is an action. “Keep an eye on it” is not.
3. **How fresh must it be?** A stock figure that changes a purchase order can be a day old. A figure that sends a driver cannot.
4. **What does normal look like?** A number without a comparison is decoration. Show last week, the plan, or the usual range.

In practice, half of the proposed figures fail the second test. That is good news: the build becomes cheaper and the page becomes readable.

## Show the exception first

People do not read dashboards, they scan them. So the order of the page should be the order of the reaction:

- at the top, what is **out of range now**, as a list of names and not as a percentage
- below it, the trend that explains whether this is new
- at the bottom, the totals that everybody knows already

A quiet day should look quiet. If eleven things are red on an ordinary Tuesday, then red means nothing, and the limits need work before the design does.

## Make each number explain itself

Trust is lost once and comes back slowly. The usual moment is a meeting in which two people bring different totals. Two small features prevent most of it.

The first is a line of plain text under each figure that says what is counted: \`Delivered, signed and not disputed, by delivery date\`. The second is a way from the total to the rows behind it. When somebody can click on 412 and see 412 deliveries, the discussion moves from the number to the business.

A third feature costs almost nothing: say when the data was loaded, and say it loudly when the load failed. A dashboard that shows yesterday’s figures as if they were today’s does more damage than an empty page.

## Measure the dashboard itself

We record which views are opened and when, without recording who. After four weeks there is a conversation about the result. A page that nobody opened is removed or rebuilt. This is the cheapest improvement in the whole project, because it makes everything that stays easier to find.

A useful target for the first version is modest: *one* meeting that is shorter because the page exists. When that works, the people in the meeting will tell you what the second version should be, and they will be right.

## A short checklist

- One named meeting or decision for each page
- Every figure has an owner, a comparison and a definition
- Exceptions above trends, trends above totals
- Load time under two seconds on the laptop people really have
- A date on which unused parts are removed`;

const E_INVOICING = `E-invoicing in Turkey looks simple from outside: produce a file, send it, done. The format is documented and the integrators are helpful. What takes time is everything around the file, and it takes time in the same places for nearly every company we have worked with.

This is a technical overview, not tax advice. Limits and deadlines change; your accountant knows the ones that apply to you this year.

## Two documents, one decision

The first question for every sale is whether the buyer is a registered e-invoice user. If so, you send an **e-Invoice**, which travels through the Revenue Administration to the mailbox of the buyer. If not, you produce an **e-Archive invoice**, hand it to the buyer, and it is reported to the administration.

The answer can change between two invoices, because companies register every day. So it has to be looked up when the invoice is made:

- keep a local copy of the list of registered users and refresh it daily
- look up the tax number when the invoice is *issued*, not when the customer record is created
- store the answer with the invoice, including the mailbox address that was chosen

The third point saves you a long afternoon when somebody asks why an invoice went where it went.

## Totals must agree line by line

The document is an XML file in the UBL-TR format. It repeats itself on purpose: amounts on the lines, tax subtotals per rate, and totals for the document. They must agree, and they must agree after rounding.

The classic fault is a system that rounds the tax of the whole document while the file shows the tax of each line. With three lines nobody notices. With forty lines the difference is a few kurus and the invoice comes back.

Our rule is to calculate in integers, in the smallest unit, and to derive every total from values that are already rounded:

~~~ts
function lineTax(netKurus: number, ratePercent: number): number {
  return Math.round((netKurus * ratePercent) / 100);
}

const documentTax = lines.reduce((sum, line) => sum + lineTax(line.net, line.rate), 0);
~~~

Whatever rule you choose, use the same one in the sales screen, in the file and in the ledger.

## The number is a promise

An invoice number has sixteen characters: three for a series, four for the year, nine for a running number. Gaps raise questions, and duplicates are refused. That makes numbering a database problem and not a formatting problem.

1. Take the number in the **same transaction** that stores the invoice.
2. Never take it in the browser or in a draft.
3. When sending fails, keep the number and send the same document again.

Beside the number each document has a unique identifier. Create it once, before the first attempt, and use it for every repetition. Then “did that one arrive?” has an answer, even after a power cut in the middle of the day.

## Sending is a conversation

After you send a document, several things may still happen. The envelope is accepted or refused. The buyer’s side confirms receipt. For a commercial invoice the buyer can formally accept or reject it within the period that the rules allow. Each of these arrives later, and not always in order.

We model this as a list of events per document, and show one state that is derived from them:

- **waiting** - stored, not yet accepted by the network
- **delivered** - accepted, no answer is needed or none has come
- **rejected** - with the reason, translated into a next step
- **needs a person** - anything we did not expect

The last one matters most. A queue with an honest fourth state stays short, because somebody looks at it.

## Keep the original

The signed XML file is the invoice. The PDF is a picture of it. Store the original unchanged, with its hash, in a place that is backed up and that nobody edits. Create the PDF whenever it is wanted.

> If you remember one thing: the file is the easy part. Plan for the lookup, the rounding, the number, and the answers that come back.

## Before you ask for a quote

It helps to have three figures ready: how many invoices you issue in your busiest hour, how many different tax situations you have (exemptions, withholding, export), and who will look at rejected documents each day. With those, an estimate can be firm.`;

const SHIPMENT_TRACKING = `Every tracking page shows a state. The interesting question is whether the customer believes it. When they do not, they call, and the page has become one more thing to maintain beside the telephone.

Believable tracking is less a matter of maps and more a matter of how events are stored.

## A shipment is a list of events

Many systems keep a column called \`status\` and overwrite it. That is enough until the first disagreement. Was it “at depot” at four o’clock or at six? Who set it back? The column cannot say.

We store events instead, and never change them:

~~~sql
create table shipment_events (
  id uuid primary key,
  shipment_id uuid not null references shipments,
  kind text not null,
  happened_at timestamptz not null,
  reported_at timestamptz not null default now(),
  source text not null
);
~~~

Two points in time are the heart of it. \`happened_at\` says when the pallet left the ramp. \`reported_at\` says when we heard of it. A driver in a valley reports at seven what happened at five, and with both values the timeline is right without anybody repairing it.

The state on the screen is **calculated** from the events. When a late report arrives, the calculation simply gives a better answer.

## Expect the unexpected order

Events arrive late, twice, and in the wrong order. That is not a fault in the network, it is how the work is. Three habits keep it harmless:

1. The device gives every event its identifier, so the same report sent twice is stored once.
2. Nothing depends on the order of arrival, only on \`happened_at\` and on a table of allowed steps.
3. An impossible sequence, such as delivered before loaded, is kept and marked. It is not thrown away, because it is usually a true story with one wrong time in it.

## Silence is an event too

The most useful thing a system can notice is that nothing happened. A load that should have passed the depot by noon and did not is more important than ten loads that did.

So each step has an **expected next event with a time window**. When the window closes without a report, the shipment moves to the top of the dispatcher’s screen. This one rule replaced most of the morning calls at one of our clients. It needs neither satellite tracking nor machine learning, only a table of usual durations that the dispatchers can edit.

## Say what you know, and since when

Customers forgive a delay. They do not forgive a page that says “on time” at eleven when the goods were due at ten. Some wording rules that we apply to every tracking page:

- Show the **time of the last report** beside the state: “Left Afyon depot, reported 14:20”.
- Give arrival as a window, and make the window narrower as the load comes closer.
- When a shipment is late, say so before the customer works it out, with the new window.
- Never show a state that exists only inside your organisation. “In sorting batch 4” means nothing to anybody outside.

> The page should say exactly what your own dispatcher would say on the phone. If the two differ, one of them is wrong.

## One source for both screens

It is tempting to build the customer page as a small separate product with its own data. Within a month it shows something else than the dispatcher’s screen. Use the same events and the same calculation, and restrict what is *displayed*: no driver names, no other customers, no internal notes. A tracking link should carry a long random code instead of a shipment number that can be counted upwards.

## Where to begin

Pick one route and one customer who calls often. Record four events: loaded, departed, arrived, delivered. Show both sides the same timeline for two weeks, and count the calls. With four events and honest times you will learn more than from a long specification, and the rest of the product can grow from there.`;

const OFFLINE_MAPS = `Field teams work where the signal is not. Surveyors, meter readers, forest crews and drivers in the mountains share one experience: the map turns grey just when they need it. An application for them has to treat “no connection” as the normal case and a connection as a pleasant surprise.

That changes four things: the map, the data, the merging, and the questions you ask before you start.

## The map: bring the region along

An online map loads small tiles as you move. Offline, the tiles must be on the device already. With **vector tiles** this is affordable, because one tile holds shapes and names rather than pictures, and the same file serves every zoom level between two data levels.

What we settle before a crew leaves:

- the **region**, drawn by the crew lead with a generous margin
- the **detail**, usually full detail in the working area and roads only around it
- the **size**, shown before the download begins, in megabytes and in minutes
- the **age**, because a map from March does not know the road from May

Fonts and symbols belong in the package as well. A map that is complete apart from the place names is a surprisingly common fault, since in the office the fonts came from the network and nobody noticed.

## The data: write locally, always

If the application saves to the device only when the network is missing, it has two ways of saving, and the rare one is tested least. We use one way. Every change goes into a database on the device first. A separate part sends it to the office whenever that is possible.

Each change is stored as an operation, not as a finished record:

~~~json
{
  "id": "0192f0c1-5d0e-7c31-9a55-2f6f2f4b7a10",
  "kind": "boundary-point-moved",
  "parcel": "1184/7",
  "crew": "north-2",
  "at": "2026-05-18T09:41:12Z",
  "accuracyMetres": 0.8
}
~~~

Operations can be sent twice without harm, replayed to explain a result, and undone one at a time. Position accuracy travels along, because a point with eight metres of uncertainty should not silently replace one with eighty centimetres.

## The merge: decide what a person decides

Two crews will change the same thing. The question is what the software does next. *Last one wins* is the simplest rule and it loses work without a trace.

We sort changes into three groups:

1. **Independent** - different fields or different objects. Merge them and say nothing.
2. **Combinable** - two photos, two notes. Keep both.
3. **Conflicting** - one boundary, two positions. Show both on the map, with crew, time and accuracy, and let a person choose.

In a project with four crews and about nineteen hundred parcels, the third group had thirty-four members. That was one afternoon of decisions. The alternative would have been thirty-four errors that nobody knew about.

## Batteries, gloves and sunlight

Some of the best improvements have nothing to do with data. Positioning is the largest consumer of power, so ask for it when the user records a point and not all day. Buttons should be large enough for gloves. Contrast should survive direct sun, which rules out the elegant grey-on-grey base map. And the screen should always show three facts: what has been **saved here**, what has been **sent**, and how much **storage** is left.

> A crew that trusts the device stops writing on paper. A crew that has lost one day of work never stops again.

## Questions to ask first

- How long is the longest time without any connection: hours, days, weeks?
- Who may resolve a conflict, and where do they sit?
- What happens when a tablet falls into the river on day nine?
- Does anybody else need the position data, and for how long should it be kept?

The third question has a good answer: a second copy on the memory card every evening, or an exchange between two tablets over a cable. It costs a day of development. It has already paid for itself.`;

const FIXED_PRICE = `A fixed price is a promise about something that does not exist yet. It can be an honest promise or a lucky one. The difference lies in the preparation before it is given, and in one page of text that both sides sign.

We work with fixed scopes because our customers plan with budgets and not with hours. This is how we keep the promise from becoming a quarrel.

## The price belongs to a scope

“An application for our warehouse” has no price. “Receive goods against an order, with a scanner, for two users at a time, including partial deliveries” has one. The work of the discovery session is to get from the first sentence to a page of the second kind.

Each line of our scope follows the same pattern:

- **who** does it, by role
- **what** they can do afterwards that they could not do before
- **how we will check** that it works, with an example
- **what is not included**, when somebody could reasonably expect it

The last point prevents more disputes than the other three together. “Returns are entered by hand in the first version” is a friendly sentence in week one. In week six it is an argument.

## Estimate the risk, not only the work

Two features can take the same number of days and be entirely different. A form with twelve fields takes three days, give or take half a day. A connection to a system that nobody has documented takes three days, or fifteen.

So we give each line two figures: the work, and how sure we are. Lines with low certainty are treated before the price is fixed, not after:

1. We try it. One real request against the real interface, before we quote.
2. If it cannot be tried, we take it out and offer it separately.
3. If it must stay, both sides see the reserve for it, and an unused reserve stays with the customer.

> A hidden reserve makes every estimate look expensive. A visible one makes it understandable.

## Changes are welcome, in writing

Changes are a sign that somebody is thinking about the product. A fixed scope does not forbid them. It only needs a way to count them. Ours is a note of five lines:

~~~text
Change:   partial deliveries also for returns
Reason:   two suppliers work this way
Costs:    2 days, $900
Date:     launch moves from 14 to 16 May
Instead:  the print layout for labels can move to version two
~~~

The line “Instead” is the most useful one. Very often the budget stays as it is, because something less important makes room.

## Small steps keep the price true

The risk of a fixed price grows with the time until somebody sees the result. Each week of development therefore ends with a version on a test address, with the customer’s own examples in it. Misunderstandings show up when they cost an hour, not when they cost a month.

Payment follows the same rhythm: a part at the start, a part when the agreed half works, the rest after acceptance. Nobody finances the other side for long.

## What you can do as a customer

You will get a better price from anybody, not only from us, if you bring three things to the first conversation:

- **Five real examples.** Real orders, real invoices, with the strange one among them. The strange one is where the estimate is decided.
- **One person who may decide.** Not necessarily the director, but somebody whose yes holds until the next day.
- **A list of what may be missing** in the first version. It shows what matters more clearly than a list of wishes does.

## When a fixed price is wrong

Some work should not have one. Research, rescue of a failing system, long-term improvement: here the next step depends on what the last one found. We then offer a small fixed step with a clear question at its end, for instance “can the old database be moved without a weekend of downtime?”. After the answer there is a scope, and the scope can have a price.`;

const SECURITY_FIRST = `Security is often scheduled for the end, as a test before the launch. By then the expensive decisions have been made: which data exists, who can reach it, and what is written down. A test can find a missing check. It cannot find a record that should never have been stored.

These are the decisions we take before the first login screen is drawn.

## Collect less

The safest field is the one that is not in the form. For each personal detail we ask who reads it and when it is deleted. If nobody can answer, it goes. A date of birth becomes “over 18: yes”. A copy of an identity card becomes a note that it was seen.

**Give every table with personal data an end date.** Deleting after the fact means searching through backups and exports. A retention rule that runs every night means not having the problem.

## Close everything, then open doors

It is easier to list what is allowed than what is forbidden. In code, that means one gate in front of all protected calls, and a test that walks through every route and expects a refusal without a session. New routes are then closed by default, also on the day when everybody is in a hurry.

The same idea in the browser is a content security policy that begins with nothing:

~~~text
default-src 'none';
script-src 'self';
style-src 'self';
img-src 'self' data:;
connect-src 'self';
form-action 'self';
require-trusted-types-for 'script'
~~~

A page with this policy refuses scripts that came in through a text field, even if a check was forgotten elsewhere. Writing it on the first day takes an hour. Adding it in the eighth week means touching every page.

## Treat secrets as if they will leak

Because sooner or later a laptop, a backup or a log does.

- **Passwords** are stored as a slow hash, for instance \`bcrypt\` with a high cost. The cost is what protects a stolen table.
- **Session tokens** are stored as a hash as well. A copy of the database then contains no working session.
- **Attempts are counted** on the server, in the database, so that two servers share one count.
- **Logs** contain identifiers and not contents. Nobody needs the text of a message to find out that saving it failed.

## Files are visitors, not guests

An upload form accepts strangers into your storage. So we decide the type by looking at the content *and* at the extension. The file gets a random name and lies outside the folder that the web server delivers. It is sent back as a download, never as something the browser runs. Images are decoded and written anew, which also removes the position at which they were taken. Archives are not unpacked.

## Write down who looked

Changes are usually logged. Reading is usually not, although most leaks of customer data are reads. For sensitive records we log who opened what and which fields were shown, in the same transaction as the read. A log that can be skipped when it is inconvenient is not a log.

This has a second effect. When people know that opening a record leaves a trace, they open the ones they need.

## Practise the bad day

1. Restore the backup on another machine, with a clock running. Write the time down.
2. Switch off one administrator and check that their session ends **now**, not in two hours.
3. Change the database password and see what breaks.
4. Decide who calls the customer, and with which first sentence.

> A plan that has never been carried out is a wish with a file name.

## What it costs

Most of this list is a matter of order and not of effort. Taken first, these decisions add a few days to a project of eight weeks. Taken last, each one becomes a project of its own, with users who are already used to the wrong way. That is the whole argument for security first, and it is an argument about money.`;

const LISTING_APPS = `A property portal is judged by its search. A property *agency* is judged by something less visible: whether the flat is still for sale when the buyer calls. Everything else follows from keeping listings true, and that depends on how much effort it takes the agent.

Here is what we have learned from building listing applications for agencies.

## One property, one record, one state

Agencies often begin with one entry per portal. Four portals, four copies, and after two price changes four different prices. The repair is a single record that every channel reads from.

The record has exactly one state, and each change of state has a consequence that happens by itself:

- **draft** - visible in the office only
- **available** - published everywhere, viewings can be booked
- **reserved** - still visible, marked, no new viewings
- **sold** or **let** - removed from all channels the same day
- **withdrawn** - removed, with the reason kept for the office

Resist the sixth state. Each one that is added “for a special case” has to be handled in the search, in the exports, in the statistics and in the heads of new colleagues.

## The thirty-second rule

Agents update listings between two appointments, standing, with one hand. If the common update takes longer than thirty seconds, it will be made in the evening, and sometimes not at all.

We list the five changes that make up most of the work: price, state, viewing held, new photo, note. Each gets its own large button on the property, and each form asks only for what it needs. The complete form with sixty fields still exists. It is used once, when the property is taken on.

> We measured one agency for a week. Fifty-one of sixty updates were one of those five.

Drafts are saved on the phone as they are typed. A lift without a signal should not cost anybody a paragraph.

## Photos do half of the selling

They also cause most of the trouble. A photo from a phone is large, possibly lying on its side, and may contain the exact position of somebody’s home. On upload the application should

1. turn it the right way up,
2. remove the metadata, **including the location**,
3. make three sizes and let the browser pick one,
4. ask for a short description, which helps people who cannot see it and search engines alike.

Order matters more than number. We let agents drag the first three and leave the rest in the order they were taken.

## Search as buyers speak

Buyers do not think in database fields. “Three rooms, not on the ground floor, close to the metro, somewhere around two million” is a precise request in ordinary language, and “around” deserves respect. A hard limit of 2,000,000 hides the flat for 2,050,000 that they would have bought.

So a price filter shows matches first and *near misses* after them, clearly separated. Distance is measured along streets. And “no results” is never a dead end: the page says which filter excluded the most, and offers to loosen that one.

## Viewings without telephone tennis

A viewing needs three calendars: the agent’s, the owner’s and the buyer’s. Most of the calls exist to find a gap between the first two. If both release slots in advance, the buyer can choose one, and the confirmation goes to all three.

- Keep travel time between appointments as a rule, not as a hope.
- Send a reminder with a link that cancels in one tap. An honest cancellation is worth more than a silent absence.
- Ask one question afterwards: “Would you like to hear about similar flats?”

## Figures worth keeping

Of all possible statistics three have proved useful: days from available to sold, viewings per sale, and hours from sold to *removed from all channels*. The last one looks like a technical detail. For the person who calls about a flat that is gone, it is the reputation of the agency.`;

const METRIC_DEFINITIONS = `“How many active customers do we have?” Sales says 812, finance says 640, and the newsletter has 2,300. Nobody is wrong. There are three definitions, and none of them is written down.

In data analytics this is the most frequent problem we meet and the least technical one. No tool removes it. A page of agreed sentences does.

## Why totals differ

When two reports disagree, it is nearly always one of five reasons:

- **Time** - order date, invoice date or delivery date
- **Scope** - with or without test orders, subsidiaries, cancelled items
- **Currency** - converted on which day, by which rate
- **Grain** - counting customers, or counting the branches of customers
- **Freshness** - one report ran before the nightly load, the other one after it

Before anybody looks for a bug, go through the five. In most cases the search ends there.

## Write the definition before the query

A definition that works has six parts. This is one from a wholesale company:

~~~yaml
metric: active_customers
sentence: Customers with at least one paid invoice in the last 90 days.
counts: legal entities, not branches
date: invoice date, Turkey time
excludes: internal companies, test accounts
owner: head of finance
~~~

The sentence is the important part. If it needs three commas and two brackets, there are probably two metrics inside. Give them two names: \`active_customers\` and \`customers_with_open_orders\` can live side by side in peace.

The owner is a person with the authority to decide edge cases. Without an owner a definition is an opinion with formatting.

## Put it where it cannot be copied

A definition in a document will be typed into eight reports, and in the sixth one somebody forgets to exclude the test accounts. So the calculation should exist **once**, in a place that all reports read:

1. a database view or a model with the same name as the metric
2. a test for it, with a handful of invented customers, one for each edge case
3. the sentence as its comment, so that tools can display it

~~~sql
create view active_customers as
select distinct i.customer_id
from paid_invoices i
join customers c on c.id = i.customer_id
where i.invoice_date > current_date - 90
  and not c.is_internal
  and not c.is_test;
~~~

Now a change is a change in one place, with a date and a reason. Reports follow by themselves.

## Changing a definition in public

Definitions change, because businesses do. What destroys trust is a figure that moves without explanation. Three rules have served us well:

- Announce the change with both values: “640 by the old rule, 615 by the new one”.
- Recalculate history, or draw a visible line where the rule changed. Never mix the two silently.
- Keep the old metric for one quarter under a name that says so.

> People accept a lower number with an explanation more easily than a higher one without.

## How many metrics are enough?

Fewer than you have. In workshops we ask every department for the five figures that changed a decision during the last quarter. Together that gives perhaps twenty, with a good deal of overlap, and after an afternoon of discussion about twelve remain. Twelve definitions can be written in a week, tested in another, and known by heart within a month.

The rest of business intelligence becomes easier from then on. Dashboards show fewer contradictions. New colleagues read one page and not forty reports. And meetings that used to begin with “where does this number come from?” begin with the question that everybody came to discuss.

## Try it this week

Choose one figure that is quoted in your weekly meeting. Ask three people to write down, separately and in one sentence, what it counts. Read the sentences aloud. If they match, you are in good shape. If they do not, you have found your first definition, and it took ten minutes.`;

const SPREADSHEETS_TO_BI = `Nearly every company we meet is run on a spreadsheet. It has a name like \`report_final_v7\`, it was built by one capable person, and it is better than its reputation. It contains years of knowledge about how the business works. The aim of a business intelligence project is to keep that knowledge and lose the risk.

This is how the first four weeks go.

## Week one: read the spreadsheet like a document

We sit down with its author and go through it cell by cell. Not to criticise, but to collect:

- where each input comes from, and who types it
- which formulas carry rules of the business, for instance “orders after 16:00 count as the next day”
- which corrections are made by hand every month, and why
- who receives the result and what they do with it

The manual corrections are the treasure. Each one marks a place where the source system is wrong, incomplete or misunderstood. If we only copied the formulas, the new report would be wrong in exactly those places, and the author would be the only one to know.

## Week two: load raw, touch nothing

The data goes from the source systems into a database, unchanged. It is tempting to clean while loading. We do not, for one reason: when a figure looks strange in three months, we want to be able to see what the source really said.

Three layers have proved sufficient for small and medium companies:

1. **raw** - exactly what came in, with the time of the load
2. **clean** - right types, right names, duplicates resolved, corrections applied
3. **reporting** - one table or view for each question people ask

A nightly load is enough for most questions. Ask twice before paying for real-time data: the costs are real as well, and a figure that is discussed once a week does not improve by changing every second.

## Week three: be equal before you are better

Now both worlds run side by side. The new report has to reproduce the spreadsheet for a closed month, to the last cent, before it is allowed to improve anything.

~~~sql
select s.region, s.total as sheet, r.total as report, s.total - r.total as difference
from sheet_2025_08 s
join report_2025_08 r using (region)
where s.total <> r.total;
~~~

The list of differences is the best specification in the whole project. Some rows are our mistakes. Some are mistakes of the spreadsheet, which is a delicate moment and deserves tact. And some are a third thing: a rule that nobody had mentioned because everybody knew it.

> In one project the last difference was four invoices of a sister company. It took two days to find and turned out to be the reason why two departments had disagreed for a year.

## Week four: one page for one meeting

Only now do we draw. The first page serves one recurring meeting and replaces one attachment. It shows the figures in the order in which the meeting discusses them, explains each of them in a sentence, and allows a look at the rows behind it.

The spreadsheet is not forbidden. People may export, calculate and play. It is only no longer the place where the truth is kept.

## What usually goes wrong

- **Starting with the tool.** The licence is bought in the first week, and the questions are then chosen to fit it.
- **Too many sources at once.** Two systems that are fully understood are worth more than six that are connected.
- **Leaving the author out.** The person who built the spreadsheet should own the definitions in the new system. They have the knowledge, and they will be glad to give away the night shifts.
- **No test.** A report needs tests just as software does: fixed inputs, expected totals, run after every load.

## What you have after a month

You have one meeting that runs on figures everybody accepts, a database that keeps history, and a list of the next five questions in order of value. That is a small result, and a complete one. The second month is faster, because the foundations are there and because people have seen their own numbers come out right.`;

const DISCOVERY_WEEK = `Discovery is the first week of a project and the only one in which we write no code. What happens in it decides most of what follows, so it may help to know what to expect.

## Monday: watch the work

We come to you and watch the task that the software is meant to improve, from beginning to end, done by the person who does it every day. We ask few questions and take many notes. The most useful sentence is “and what do you do when that does not work?”.

What we look for:

- steps that exist only because of the present system
- information that is written down twice
- decisions, and who may take them
- the **exceptions**, because they decide how large the project is

## Tuesday: collect real examples

We ask for ten real cases with names removed: seven ordinary ones, two difficult ones and one that went wrong. They will stay with the project until the end. Every design is tried on them, every test uses them, and at acceptance all ten have to pass.

> Ten examples on the table are worth more than forty pages of requirements.

## Wednesday: draw the way through

In a workshop of two hours we draw the future work as a row of steps, without screens. Each step has a person, an input and a result. Then we mark what is certain, what is assumed and what is unknown.

The unknowns get an owner and a date. A typical list has five to eight entries:

1. Can the accounting system accept entries from outside?
2. Who may see purchase prices?
3. How long must signed documents be kept?

## Thursday: try the risky part

One of us takes the largest unknown and tries it: a request against the interface, a reading from the device, a hundred rows from the old database. The result is either a working sample or a clear reason why not. Both are worth having before the design begins.

~~~text
Tried:   read open orders through the ERP interface
Result:  works, 1,200 rows in 4 seconds
Limit:   no field for partial delivery
Effect:  partial deliveries need a table of their own
~~~

## Friday: one page

The week ends with a page that you can read in five minutes:

- the goal in one sentence, and the figure by which we will know that it was reached
- what the first version contains, as a list
- what it does **not** contain
- the risks that are left, and what we intend to do about them
- what we need from you, with dates

There is no slide deck. If the page is right, everybody who took part will say “yes, that is what we do”. If somebody frowns, we are grateful, since a frown on Friday is the cheapest correction there will ever be.

## What we need from you

Discovery takes about six hours of your time in total: two for watching, two for the workshop, one for questions and one for the page. It should be the time of people who do the work. A manager can say what ought to happen. The person at the desk knows what does.

Please do **not** prepare a presentation, and do not clean up the data. We would like to see the spreadsheet with the yellow cells, including the one that nobody dares to delete.

## What happens afterwards

The page is yours, whatever you decide. With it, the analysis week turns each line into examples that can be tested. Sometimes the page shows that a small change to an existing system would be enough. Then we say so, and the project ends after one week with a good result.`;

export const SAMPLE_BLOG_POSTS = [
  {
    slug: 'dashboards-people-open-on-monday',
    title: 'The Dashboard People Open on Monday Morning',
    excerpt:
      'Correct charts are not enough. Four tests that decide whether a figure earns its place, and why a quiet day should look quiet.',
    content: DASHBOARDS,
    author: 'Selin Kaya',
    category: 'Data Analytics',
    readingTime: 4,
    featuredImage: 'posts/dashboards-people-open-on-monday.svg',
    featuredImageAlt: 'Line drawing of a dashboard with one marked exception above a trend line',
    createdAt: '2026-11-03T07:30:00.000Z',
    isPublished: true,
  },
  {
    slug: 'e-invoicing-in-turkey',
    title: 'E-Invoicing in Turkey: What Your System Needs Besides the File',
    excerpt:
      'The XML is the easy part. The lookup, the rounding, the numbering and the answers that come back are where the days go.',
    content: E_INVOICING,
    author: 'Murat Çetin',
    category: 'Finance',
    readingTime: 4,
    featuredImage: 'posts/e-invoicing-in-turkey.svg',
    featuredImageAlt: 'Line drawing of an invoice on its way between two mailboxes',
    createdAt: '2026-10-13T08:00:00.000Z',
    isPublished: true,
  },
  {
    slug: 'shipment-tracking-customers-believe',
    title: 'Shipment Tracking That Customers Believe',
    excerpt:
      'Store events and not a status, treat silence as news, and show customers what your dispatcher would say on the phone.',
    content: SHIPMENT_TRACKING,
    author: 'Özlem Öztürk',
    category: 'Logistics',
    readingTime: 4,
    featuredImage: 'posts/shipment-tracking-customers-believe.svg',
    featuredImageAlt: 'Line drawing of a shipment timeline with five events along a road',
    createdAt: '2026-09-15T07:45:00.000Z',
    isPublished: true,
  },
  {
    slug: 'offline-maps-for-field-teams',
    title: 'Offline Maps for Field Teams: Plan for No Signal',
    excerpt:
      'Maps, data and merging for crews who work days without a connection, and the questions to ask before the first tablet is bought.',
    content: OFFLINE_MAPS,
    author: 'Özlem Öztürk',
    category: 'Engineering',
    readingTime: 4,
    featuredImage: 'posts/offline-maps-for-field-teams.svg',
    featuredImageAlt: 'Line drawing of a tablet with contour lines and a crossed-out signal mark',
    createdAt: '2026-07-21T09:00:00.000Z',
    isPublished: true,
  },
  {
    slug: 'what-a-fixed-price-needs',
    title: 'What a Fixed Price Needs to Be Honest',
    excerpt:
      'A price belongs to a scope. How we write one, how we treat risk in the open, and when a fixed price is the wrong offer.',
    content: FIXED_PRICE,
    author: 'Özlem Öztürk',
    category: 'Process',
    readingTime: 4,
    featuredImage: 'posts/what-a-fixed-price-needs.svg',
    featuredImageAlt: 'Line drawing of a blueprint with dimension lines and a price label',
    createdAt: '2026-06-02T08:20:00.000Z',
    isPublished: true,
  },
  {
    slug: 'security-first-before-the-first-login',
    title: 'Security First: Decisions Before the First Login',
    excerpt:
      'Collect less, close everything, write down who looked. The decisions that are cheap in the first week and expensive in the last.',
    content: SECURITY_FIRST,
    author: 'Murat Çetin',
    category: 'Engineering',
    readingTime: 4,
    featuredImage: 'posts/security-first-before-the-first-login.svg',
    featuredImageAlt: 'Line drawing of a gate with one open door in front of rows of records',
    createdAt: '2026-04-14T07:50:00.000Z',
    isPublished: true,
  },
  {
    slug: 'listing-apps-agents-keep-up-to-date',
    title: 'Listing Apps That Agents Keep Up to Date',
    excerpt:
      'One record, five states and a thirty-second rule: what makes property listings true on the day the buyer calls.',
    content: LISTING_APPS,
    author: 'Selin Kaya',
    category: 'Real Estate',
    readingTime: 4,
    featuredImage: 'posts/listing-apps-agents-keep-up-to-date.svg',
    featuredImageAlt: 'Line drawing of a floor plan beside a phone with five large buttons',
    createdAt: '2026-02-24T10:10:00.000Z',
    isPublished: true,
  },
  {
    slug: 'one-definition-per-metric',
    title: 'One Number, One Definition',
    excerpt:
      'Three departments, three totals, and nobody is wrong. How a page of agreed sentences ends the argument.',
    content: METRIC_DEFINITIONS,
    author: 'Murat Çetin',
    category: 'Data Analytics',
    readingTime: 4,
    featuredImage: 'posts/one-number-one-definition.svg',
    featuredImageAlt:
      'Line drawing of a shaft measured in three ways, and of a signed page with one measure',
    createdAt: '2026-01-06T08:00:00.000Z',
    isPublished: true,
  },
  {
    slug: 'from-spreadsheets-to-business-intelligence',
    title: 'From Spreadsheets to Business Intelligence in Four Weeks',
    excerpt:
      'Keep the knowledge in the spreadsheet, lose the risk: a plan for the first month, from reading cells to replacing one meeting attachment.',
    content: SPREADSHEETS_TO_BI,
    author: 'Selin Kaya',
    category: 'Data Analytics',
    readingTime: 4,
    featuredImage: 'posts/from-spreadsheets-to-business-intelligence.svg',
    featuredImageAlt: 'Line drawing of a spreadsheet turning into three stacked data layers',
    createdAt: '2025-10-14T09:30:00.000Z',
    isPublished: true,
  },
  {
    slug: 'inside-a-discovery-week',
    title: 'Inside a Discovery Week',
    excerpt:
      'Five days, no code and one page at the end: what happens in the first week of a project and what we need from you.',
    content: DISCOVERY_WEEK,
    author: 'Özlem Öztürk',
    category: 'Process',
    readingTime: 4,
    featuredImage: 'posts/inside-a-discovery-week.svg',
    featuredImageAlt: 'Line drawing of five notebook pages, the last one with a check mark',
    createdAt: '2026-11-02T08:00:00.000Z',
    isPublished: false,
  },
];
