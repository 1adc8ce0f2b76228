import { COMPANY } from '#shared/company/values.ts';
import { RETENTION_PLACEHOLDER } from '#shared/retention/paragraph.ts';
import { NEW_EMAIL_DAYS } from '#shared/tracking/values.ts';

/** The version of the terms that is stored with an order when it is accepted. */
export const TERMS_VERSION = '2025-01';

export const POLICIES_LAST_UPDATED = 'January 2025';

const EMAIL_LINK = `[${COMPANY.email}](mailto:${COMPANY.email})`;
const PHONE_LINK = `[${COMPANY.phone}](${COMPANY.phoneHref})`;

export const DEFAULT_TERMS_OF_SERVICE = `These terms describe how you and ${COMPANY.name} work together, from the first request to the support after the launch. A signed project agreement may add to them; where the two differ, the project agreement applies.

## 1. Who we are and what these terms cover

${COMPANY.name} ("we") is a software company in ${COMPANY.location}. We develop shipment systems, invoicing tools, dashboards, real estate and mapping applications and other business software to order, and we advise on data analytics.

These terms cover the use of this website and the services that you order from us as a business ("you").

## 2. Requests, quotes and contracts

Sending the order form is a **request**. It is free and binds neither you nor us. We assess it, contact you, and offer a free initial consultation.

A contract comes into being when we have sent you a written quote with a scope and you have accepted it in writing, for instance by e-mail. The price figures on this website are starting points and not quotes.

When you send an order request, we store which version of these terms you accepted and when.

## 3. Scope and changes

The quote describes what the software will do, how we will check it together, and what is not included. What is not described is not part of the price.

Either of us may propose a change at any time. Before we begin with a change that affects price or date, you receive a written note with:

- the change and its reason
- what it costs or saves
- what it means for the schedule

The change becomes part of the scope when you have agreed to it in writing.

## 4. Prices and payment

The quote names the price, the currency and the payment steps. Taxes are added as the law requires. There are no hidden costs: fees for third-party services that the software needs, such as hosting or licences, are named in the quote and are paid by you.

Invoices are payable within 14 days unless the quote says otherwise. If a payment is late, we may pause the work after a written reminder, and the schedule moves by the length of the pause.

## 5. Schedule, delivery and acceptance

The schedule in the quote rests on the scope and on timely answers from both sides. We give you an update at least once a week during development and tell you about a delay as soon as we see it.

After delivery you have 10 working days to check the software against the agreed scope. Faults that you report in this time are corrected and the part is delivered again. If you report nothing, or use the software in your daily business, it counts as accepted.

## 6. Your part

So that the work can go forward, you

- name one person who can make decisions
- provide the data, texts and access that the project needs, and have the right to do so
- upload only files that are free of malware and that you are allowed to share
- keep your own backups of data that you hand over

Please send us invented or anonymised records for as long as real ones are not needed.

## 7. Ownership and licences

Your data, brands and content remain yours. When the project is paid in full, the source code written for you becomes yours, and you may use, change and pass it on without limit.

Open-source components keep their own licences, and we give you a list of them. General knowledge, methods and small reusable parts that we had before the project remain ours; you may use them in the delivered software without limit of time.

## 8. Confidentiality and personal data

Each side keeps the confidential information of the other side secret and uses it only for the project. This duty continues for three years after the project. We name you as a reference only with your consent.

How this website treats personal data is described in our [Privacy Policy](/privacy-policy). If we handle personal data on your behalf in a project, we agree on that separately in writing.

## 9. Support, warranty and liability

Each plan includes support after the launch for the period stated in the quote. During this period we correct faults in the agreed functions free of charge. After it you can order maintenance.

The warranty does not cover faults caused by changes that others made, by use outside the agreed environment, or by third-party services.

We are liable without limit for intent and gross negligence and wherever the law does not allow a limit. In all other cases our liability is limited to the price of the project concerned, and does not include lost profit or indirect damage.

## 10. Ending, law and contact

Either side may end a project for an important reason with written notice. You then pay for the work done up to that point and receive its results.

The law of the Republic of ${COMPANY.country} applies, and the courts of ${COMPANY.city} have jurisdiction. If one of these terms is invalid, the others remain in force. We may revise these terms; a running project keeps the version under which it was ordered.

Questions about these terms reach us at ${EMAIL_LINK} or ${PHONE_LINK}.`;

export const DEFAULT_PRIVACY_POLICY = `This policy says what this website records about you, why, where it is kept and for how long. It describes what the software really does.

## 1. Who is responsible

${COMPANY.name}, ${COMPANY.location}, decides how and why personal data on this website is processed and is the data controller. You can reach us at ${EMAIL_LINK} or ${PHONE_LINK}. The postal address is on our [contact page](/contact).

## 2. What this policy covers

It covers your visit to this website, the contact form, the order form with its attachments, and the e-mails that follow from them. Software that we build for customers has policies of its own.

## 3. What you give us

- **Contact form:** your name, your e-mail address and your message.
- **Order form:** your name and e-mail address; your phone number and company if you enter them; the service, description, features, budget, timeline and languages that you choose; and the files that you attach.
- **Acceptance of the terms:** which version of the terms you accepted with an order, and when.
- **How you came to the form:** the page of this website that you saw before it, the first page of your visit, and the website that led you there (its name and path, without what you searched for). Your browser sends this with a form, and only then; without scripts nothing of it is recorded. We use it to see which pages help.

- **The page of your enquiry and your e-mails about it:** what you write, send, correct or withdraw there. Its link is in the mail that we send you when the enquiry has come.

Both forms carry a random identifier, so that an entry sent twice is stored once, and simple checks against automated entries, which run on our own server. An entry that looks automated is marked for us and is not deleted without a person having seen it.

## 4. What is recorded automatically

For the security of the website our server keeps a request log: IP address, requested path without its query, the answer code and the time. We use it to recognise attacks and faults. Of the link to the page of an enquiry the secret part is not recorded.

If an address attacks the website, it can be blocked. The rule that does so contains the address, the reason and, for automatic rules, an end.

We do not build profiles of visitors and we use no analytics service.

## 5. No cookies and no third parties

This website sets **no cookies for visitors**. Your browser makes **no requests to third parties** while you use it: fonts, images, scripts and the map on the contact page come from our own server. Nothing is shared with advertising networks.

Some links lead to other websites, for instance to a map service or a social network. Data goes there only when you follow the link. From then on the policy of that website applies.

## 6. What stays on your own device

- **Drafts:** what you type into an unfinished form is kept in your own browser for a few days, so that it is not lost. It reaches us only when you send the form. Sending the form removes the draft.
- **Theme:** if you choose the light or the dark display, your browser remembers the choice.
- **Way to the form:** the first page of your visit, the website that led to it and the last two pages that you opened, until you close the tab. It reaches us only when you send a form.

You can remove all of this at any time by clearing the data of this website in your browser. Only administrators who sign in to the back office have further entries on their own device: their session, drafts and settings of the screens.

## 7. Why we use your data

- To answer your message or order request, prepare a quote and carry out a contract.
- To protect the website and our customers against abuse, which is our legitimate interest.
- To meet legal duties, for instance the retention of business records.

These are the legal grounds of the Turkish Personal Data Protection Law (KVKK, Law No. 6698) and, where it applies, of the General Data Protection Regulation. We do not sell personal data and make no automated decisions with a legal effect on you.

## 8. Where it is stored and for how long

Messages and orders are stored in our own PostgreSQL database. Attachments lie in our private file store, which is not reachable from the public website. Notifications about new entries, and our answers, travel by e-mail.

${RETENTION_PLACEHOLDER}

Each of your enquiries names the day until which we store it, on its page. Where a dispute or the law obliges us to, we put an enquiry on hold: then it stays until that has ended, and so does your wish to have it erased.

## 9. Who can see it and how it is protected

Only our administrators can open messages, orders and attachments, after signing in. **Every access of an administrator to contact messages is logged**, with the time and the fields that were shown. Attachments can only be downloaded by a signed-in administrator, and by whoever has the link to the page of the enquiry. Of that link we store only a hash, and we can make it worthless at any time.

Administrator passwords are stored as bcrypt hashes, sessions end after two hours at the latest, and sign-in attempts are limited. We pass personal data on only to service providers who run our servers or deliver our e-mail under our instructions, and where the law obliges us to.

## 10. Your rights

You may ask us at any time

- whether we process data about you, and which
- to correct data that is wrong or incomplete
- to delete data or to restrict its use
- to receive your data in a common electronic form
- to tell recipients about a correction or deletion

Much of this you can do yourself on the page of your enquiry: read what we have written to each other, correct your name, phone number and company, give us another e-mail address, withdraw the enquiry, download what we hold as a JSON file, and have the enquiry erased with our conversation, its mails and files. You can also download or erase all enquiries under your address, with their files. We ask about a new address, an erasure, and whatever concerns all enquiries by e-mail first, and do it once you confirm; erased files leave our file store within two hours. What remains is the log of accesses and the record that something was erased, neither of which has any contents, backups for as long as section 8 says, and our mailboxes with the mails that you have sent us and those that told us of your enquiry; ask us to delete these as well. For ${NEW_EMAIL_DAYS} days after the address of an enquiry has changed no one can erase it, so that its former owner can object. If you have lost the link, [we send it again](/track).

You may also object to processing that rests on our legitimate interest. Write to ${EMAIL_LINK}. We answer as soon as we can and within 30 days at the latest. You have the right to complain to the Turkish Personal Data Protection Authority or to the authority of your country.

## 11. Changes and contact

When the website starts to treat data differently, we change this policy first and update the date at its top. For questions about privacy write to ${EMAIL_LINK} or use the [contact form](/contact).`;
