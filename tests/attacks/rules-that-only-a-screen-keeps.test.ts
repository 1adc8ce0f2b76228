import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Actor, AdminActor, ServiceContext } from '#server/context/context.ts';
import { COMMAND_LINE } from '#server/context/context.ts';
import {
  createInvitation,
  createPasskey,
  deletePasskey,
  resendInvitation,
  revokeInvitation,
  updateAdministrator,
} from '#server/services/accounts/index.ts';
import { exportAudit, handOverAudit } from '#server/services/contact-audit/index.ts';
import {
  askForErasure,
  confirmPersonErasure,
  confirmRequest,
  erasePerson,
  exportErasures,
  exportPerson,
  findPerson,
  holdEnquiry,
  purgeExpiredRecords,
  releaseEnquiry,
  replayErasures,
} from '#server/services/privacy/index.ts';
import { resendMails } from '#server/services/mails/index.ts';
import { messages } from '#server/services/messages/index.ts';
import { convertMessage, orders } from '#server/services/orders/index.ts';
import { exportEnquiries } from '#server/services/reports/index.ts';
import {
  getTrackingLink,
  restoreEmail,
  revokeTrackingLink,
} from '#server/services/tracking/index.ts';
import { PROOF_MS } from '#shared/admin-sessions/values.ts';
import { type Access, ADMIN_ROLES, type AdminRole, mayAccess } from '#shared/admin-users/values.ts';
import { TRACKING_MESSAGES } from '#shared/tracking/messages.ts';
import { NEW_EMAIL_DAYS } from '#shared/tracking/values.ts';
import { buildAdmin } from '#tests/support/admin.ts';
import { insertRows, readRow, readRows, updateRows } from '#tests/support/database/rows.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildOrderInput } from '#tests/support/leads.ts';
import { collect } from '#tests/support/privacy/collect.ts';
import {
  asOwner,
  askForCode,
  changeEmail,
  codeOfRequest,
  sendMessage,
} from '#tests/support/privacy/sent-enquiries.ts';

const ROOT = join(import.meta.dirname, '../..');
const JOB: Actor = { type: 'system', job: 'records.purge-expired' };
const WAIT_MS = NEW_EMAIL_DAYS * 86_400_000;

function later<Ctx extends ServiceContext>(ctx: Ctx, ms: number): Ctx {
  const at = Date.now() + ms;
  return { ...ctx, now: () => new Date(at) };
}

/** The context of an administrator who proved their identity `ago` milliseconds ago. */
async function asAdmin(ctx: ServiceContext, role: AdminRole, ago = 0): Promise<ServiceContext> {
  const owner = await asOwner(ctx);
  const provedAt = new Date(ctx.now().getTime() - ago);
  await updateRows(ctx.db, 'adminUsers', { id: owner.actor.adminUserId }, { role });
  return { ...ctx, actor: { ...owner.actor, role, provedAt } };
}

type Sent = Awaited<ReturnType<typeof sendMessage>>;

async function confirmPerson(ctx: ServiceContext, sent: Sent) {
  return confirmPersonErasure(ctx, await askForCode(ctx, sent, 'person-erasure'));
}

async function eraseByAddress(ctx: ServiceContext, email: string) {
  const { fingerprint } = await findPerson(ctx, email);
  return erasePerson(ctx, { email, fingerprint });
}

async function isThere(ctx: ServiceContext, { conversationId }: Sent): Promise<boolean> {
  return (await readRows(ctx.db, 'conversations', ['id'], { id: conversationId })).length > 0;
}

async function readLedger(ctx: ServiceContext, { conversationId }: Sent) {
  const lines = await collect(exportErasures(ctx.db));
  return lines.filter(({ conversationIds }) => conversationIds.includes(conversationId));
}

async function recordErasureRequest(
  ctx: ServiceContext,
  { conversationId }: Sent,
  time: 'createdAt' | 'confirmedAt' = 'confirmedAt',
) {
  const request = { id: randomUUID(), conversationId, kind: 'erasure', [time]: ctx.now() } as const;
  await insertRows(ctx.db, 'trackingRequests', request);
}

const SKIPPED = { reason: 'readdressed' };

type Theft = { ctx: ServiceContext; mine: Sent; stolen: Sent };

/** Attempts to erase `stolen`, a stranger's message that now has the address of `mine`; each returns or throws the response. */
const ATTEMPTS: [who: string, attempt: (theft: Theft) => Promise<unknown>, expected: unknown][] = [
  [
    'a link holder on an enquiry of their own',
    ({ ctx, mine }) => confirmPerson(ctx, mine),
    { done: 'person-erasure', skipped: [{ ...SKIPPED, erasableFrom: expect.any(String) }] },
  ],
  [
    'a link holder on the stolen page',
    ({ ctx, stolen }) => askForErasure(ctx, stolen.token),
    { code: 'CONFLICT', message: TRACKING_MESSAGES.newEmail },
  ],
  [
    'a link holder on the stolen page, for all of the address',
    ({ ctx, stolen }) => confirmPerson(ctx, stolen),
    { code: 'CONFLICT', message: TRACKING_MESSAGES.newEmail },
  ],
  [
    'a link holder with a code that was asked for in time',
    async ({ ctx, stolen }) => {
      await recordErasureRequest(ctx, stolen, 'createdAt');
      const code = await codeOfRequest(ctx, stolen.conversationId, 'erasure');
      return { done: await confirmRequest(ctx, code) };
    },
    { done: 'readdressed' },
  ],
  [
    'an owner',
    async ({ ctx, mine }) => eraseByAddress(await asAdmin(ctx, 'owner'), mine.email),
    { erased: 1, held: 0, skipped: [{ ...SKIPPED, kind: 'message' }] },
  ],
  [
    'the command line',
    ({ ctx, mine }) => eraseByAddress({ ...ctx, actor: COMMAND_LINE }, mine.email),
    { erased: 1, skipped: [SKIPPED] },
  ],
  [
    'a background job',
    ({ ctx, mine }) => eraseByAddress({ ...ctx, actor: JOB }, mine.email),
    { code: 'UNAUTHORIZED' },
  ],
  [
    'an owner who ends a legal hold',
    async ({ ctx, stolen }) => {
      const owner = await asAdmin(ctx, 'owner');
      const ref = { messageId: stolen.id };
      await holdEnquiry(owner, ref, 'A dispute');
      await recordErasureRequest(ctx, stolen);
      return releaseEnquiry(owner, ref, { isErasureAsked: true });
    },
    { code: 'CONFLICT', message: expect.stringMatching(/End the hold from \w+ \d+, \d{4} at/) },
  ],
  ['the purge', ({ ctx }) => purgeExpiredRecords({ ...ctx, actor: JOB }), {}],
  [
    'a replay of the ledger',
    async ({ ctx }) => replayErasures(ctx.db, exportErasures(ctx.db), ctx.trackKey),
    {},
  ],
];

/** How a stranger's message gets another address. */
const CHANGES: [
  how: string,
  change: (ctx: ServiceContext, sent: Sent, email: string) => Promise<void>,
][] = [
  ['by its link', changeEmail],
  [
    'by a member who makes an order of it',
    async (ctx, { id }, email) => {
      await convertMessage(await asAdmin(ctx, 'member'), id, buildOrderInput({ email }));
    },
  ],
  [
    'by an owner who puts a former address back',
    async (ctx, sent, email) => {
      const long = later(ctx, -2 * WAIT_MS);
      const { conversationId, id } = sent;
      await updateRows(ctx.db, 'contactMessages', { id }, { email });
      await changeEmail(long, sent, `${randomUUID()}@example.org`);
      const corrected = { conversationId, kind: 'corrected' } as const;
      const entry = await readRow(ctx.db, 'conversationEntries', ['id'], corrected);
      await restoreEmail(await asAdmin(ctx, 'owner'), { messageId: id }, entry.id);
    },
  ],
];

describe('an enquiry whose address changed less than seven days ago', () => {
  it.for(ATTEMPTS)('is erased by nothing that %s does', async ([, attempt, expected], { ctx }) => {
    const [mine, stolen] = [await sendMessage(ctx), await sendMessage(ctx)];
    await changeEmail(ctx, stolen, mine.email);
    const response = await attempt({ ctx, mine, stolen }).catch((error: unknown) => error);
    expect(response).toMatchObject(expected as object);
    expect(await isThere(ctx, stolen)).toBe(true);
    expect(await readLedger(ctx, stolen)).toEqual([]);
  });

  it.for(CHANGES)('stays when it changed %s, until they are over', async ([, change], { ctx }) => {
    const [mine, stolen] = [await sendMessage(ctx), await sendMessage(ctx)];
    await change(ctx, stolen, mine.email);
    const confirmed = await confirmPerson(ctx, mine);
    expect(confirmed?.skipped).toHaveLength(1);
    expect([await isThere(ctx, mine), await isThere(ctx, stolen)]).toEqual([false, true]);
    const owner = await asOwner(later(ctx, WAIT_MS + 60_000));
    expect(await eraseByAddress(owner, mine.email)).toMatchObject({ erased: 1, skipped: [] });
  });

  it('is left by an owner, whom the screen and the error give the date', async ({ ctx }) => {
    const stolen = await sendMessage(ctx);
    const email = `${randomUUID()}@example.org`;
    await changeEmail(ctx, stolen, email);
    const owner = await asAdmin(ctx, 'owner');
    const { enquiries } = await findPerson(owner, email);
    expect(enquiries).toMatchObject([{ isHeld: false, erasableFrom: expect.any(String) }]);
    const message = expect.stringContaining('can be erased from');
    const error = { code: 'CONFLICT', message };
    await expect(eraseByAddress(owner, email)).rejects.toMatchObject(error);
  });

  it('is not erased at the end of a legal hold by an earlier erasure', async ({ ctx }) => {
    const [mine, stolen] = [await sendMessage(ctx), await sendMessage(ctx)];
    const owner = await asAdmin(ctx, 'owner');
    await holdEnquiry(owner, { messageId: stolen.id }, 'A dispute');
    await changeEmail(ctx, stolen, mine.email);
    await confirmPerson(ctx, mine);
    const released = await releaseEnquiry(owner, { messageId: stolen.id }, RELEASE);
    expect(released).toEqual({ isErased: false });
  });
});

it('a replay erases what was checked before, also under a restored address', async ({ ctx }) => {
  const [restored, other] = [await sendMessage(ctx), await sendMessage(ctx)];
  await changeEmail(ctx, restored, other.email);
  async function* readLines() {
    const { conversationId, id } = restored;
    const erased = { conversationIds: [conversationId], orderIds: [], messageIds: [id] };
    const by = { by: 'visitor', adminUserId: null, addressHash: null } as const;
    const line = { id: randomUUID(), erasedAt: ctx.now().toISOString(), ...erased, ...by };
    yield { ...line, kind: 'enquiry' as const };
  }
  await replayErasures(ctx.db, readLines(), ctx.trackKey);
  expect([await isThere(ctx, restored), await isThere(ctx, other)]).toEqual([false, true]);
});

it('the ledger tells a visitor, an owner and the command line apart', async ({ ctx }) => {
  const sent = await Promise.all([1, 2, 3, 4].map(() => sendMessage(ctx)));
  const [first, second, third, held] = sent as [Sent, Sent, Sent, Sent];
  const owner = await asAdmin(ctx, 'owner');
  await confirmPerson(ctx, first);
  await eraseByAddress(owner, second.email);
  await eraseByAddress({ ...ctx, actor: COMMAND_LINE }, third.email);
  await holdEnquiry(owner, { messageId: held.id }, 'A dispute');
  await recordErasureRequest(ctx, held);
  await releaseEnquiry(owner, { messageId: held.id }, { isErasureAsked: true });
  const lines = await Promise.all(sent.map((each) => readLedger(ctx, each)));
  const { adminUserId } = owner.actor as AdminActor;
  expect(lines.flat()).toMatchObject([
    { by: 'visitor', adminUserId: null },
    { by: 'administrator', adminUserId },
    { by: 'command-line', adminUserId: null },
    // The owner who ended the hold, not the visitor who had asked.
    { by: 'administrator', adminUserId },
  ]);
});

const ID = randomUUID();
const REF = { orderId: ID };
const EMAIL = 'a@b.example';
const RELEASE = { isErasureAsked: false };
const PARTY = { id: 'site.example', origin: 'https://site.example' };
const PASSKEY = { name: 'Telephone', attestation: {} } as never;
const REPLY = { id: ID, body: 'Yes.', lastWordAt: '2026-11-02T09:00:00.000Z', filePaths: [] };
const WEEKS = { period: 'weeks' } as never;
const LEAD_FILTER = { status: 'all', search: '' } as const;

type Operation = [name: string, access: Access, run: (ctx: ServiceContext) => Promise<unknown>];

/** Operations that cannot be undone or take data out, with the access that each needs. */
const OPERATIONS: Operation[] = [
  ['erasePerson', 'administration', (ctx) => erasePerson(ctx, { email: EMAIL, fingerprint: '' })],
  ['releaseEnquiry', 'administration', (ctx) => releaseEnquiry(ctx, REF, RELEASE)],
  ['getTrackingLink', 'work', (ctx) => getTrackingLink(ctx, REF)],
  ['revokeTrackingLink', 'work', (ctx) => revokeTrackingLink(ctx, REF)],
  ['restoreEmail', 'administration', (ctx) => restoreEmail(ctx, REF, ID)],
  ['resendMails', 'work', (ctx) => resendMails(ctx, [ID])],
  ['reply', 'work', (ctx) => orders.reply(ctx, ID, REPLY)],
  [
    'convertMessage',
    'work',
    async (ctx) => convertMessage(ctx, (await sendMessage(ctx)).id, buildOrderInput()),
  ],
  [
    'createInvitation',
    'administration',
    (ctx) => createInvitation(ctx, { email: `${randomUUID()}@example.com`, role: 'member' }),
  ],
  ['resendInvitation', 'administration', (ctx) => resendInvitation(ctx, ID)],
  ['revokeInvitation', 'administration', (ctx) => revokeInvitation(ctx, ID)],
  [
    'updateAdministrator',
    'administration',
    async (ctx) => updateAdministrator(ctx, (await buildAdmin(ctx.db)).id, { role: 'member' }),
  ],
  ['exportPerson', 'administration', (ctx) => exportPerson(ctx, EMAIL)],
  ['orders.export', 'administration', (ctx) => orders.export(ctx, LEAD_FILTER)],
  ['messages.export', 'administration', (ctx) => messages.export(ctx, LEAD_FILTER)],
  ['exportEnquiries', 'administration', (ctx) => exportEnquiries(ctx, WEEKS)],
  ['exportAudit', 'audit', (ctx) => exportAudit(ctx, { range: 'all', search: '' } as never)],
  ['handOverAudit', 'audit', (ctx) => handOverAudit(ctx)],
  ['createPasskey', 'own', (ctx) => createPasskey(ctx, PARTY, PASSKEY)],
  ['deletePasskey', 'own', (ctx) => deletePasskey(ctx, ID)],
];

const DENIALS = ['UNAUTHORIZED', 'FORBIDDEN', 'PROOF_REQUIRED'];

/** Runs an operation and returns the code of its denial; null where it was allowed, whatever came of it. */
async function findDenial(operation: Promise<unknown>): Promise<string | null> {
  const error = await operation.then(() => null).catch((reason: { code?: string }) => reason);
  return DENIALS.find((code) => code === error?.code) ?? null;
}

describe.for(OPERATIONS)('%s', ([, access, run]) => {
  it('is denied to visitors and jobs', async ({ ctx }) => {
    for (const actor of [{ type: 'visitor' } as const, JOB]) {
      expect(await findDenial(run({ ...ctx, actor })), actor.type).toBe('UNAUTHORIZED');
    }
  });

  it.for(ADMIN_ROLES)(
    'asks an old session of %s for proof, or denies the role',
    async (role, { ctx }) => {
      const denial = mayAccess(role, access) ? null : 'FORBIDDEN';
      const [fresh, old] = [await asAdmin(ctx, role), await asAdmin(ctx, role, PROOF_MS + 1)];
      expect(await findDenial(run(fresh))).toBe(denial);
      expect(await findDenial(run(old))).toBe(denial ?? 'PROOF_REQUIRED');
    },
  );
});

describe('the table of rules in the threat model', () => {
  const text = readFileSync(join(ROOT, 'docs/threat-model.md'), 'utf8');
  const [, section = ''] = text.split('## Rules of operations');
  const table = section.split('\n## ')[0]?.match(/^\| .*`.*$/gm) ?? [];
  const rows = table.map((row) => {
    const [, operation = '', , functions = '', test = ''] = row.split('|');
    return [operation.trim(), functions, test.trim()] as const;
  });

  expect(rows.length).toBeGreaterThanOrEqual(10);
  it.for(rows)('names functions and a test that exist: %s', ([, functions, test]) => {
    expect(test).toMatch(/^`.+` ".+"$/);
    let file = '';
    for (const [, path, name, title] of `${functions} ${test}`.matchAll(
      /`([\w./-]+\.ts)`|`(\w+)`|"([^"]+)"/g,
    )) {
      if (path) file = readFileSync(join(ROOT, path), 'utf8');
      else if (name) expect(file).toMatch(new RegExp(`(?:function\\*?|async) ${name}\\b`));
      else expect(file).toContain(title);
    }
  });
});
