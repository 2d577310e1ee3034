import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { conversations, leads, messages } from '../../../kernel/db/schema/conversations.ts'
import { writeOptOut } from '../../../kernel/opt-out.ts'
import { MARKETING_CAP, MARKETING_STOPPED, meaningOf } from './error-codes.ts'
import { type ForNumber, findNumber, noteStatus } from './numbers.ts'

/** Meta's own words for what a person tapped. */
const STOPPED = 'Parou as mensagens de marketing no WhatsApp'
const DAY_MS = 86_400_000
/** Meta tells whole seconds. */
const SECOND_MS = 1_000

/** A message, by our id or by Meta's. */
export type Which = { id: string } | { channelId: string }

/** True for a code that says more than that this one message did not go. */
const saysMore = (code: number | null): code is number =>
  code !== null && (meaningOf(code).broken || code === MARKETING_CAP || code === MARKETING_STOPPED)

/**
 * Does what a refusal of Meta asks for, wherever it was told, the answer to a send or a status: a number that is refused itself is broken
 * until staff mend it, and what the lead or Meta wants of marketing is kept with the lead.
 */
export async function heedRefusal(
  tx: Tx,
  { tenantId, numberId }: ForNumber,
  { code, message, saidAt }: { code: number | null; message: Which | null; saidAt: Date },
  at: Date,
): Promise<void> {
  if (!saysMore(code)) return
  if (meaningOf(code).broken) await breakNumber(tx, { tenantId, numberId }, code, saidAt, at)
  else if (message) await heedWish(tx, tenantId, message, code, saidAt, at)
}

/** What was told before staff last mended the number says nothing of it any more. */
async function breakNumber(tx: Tx, { tenantId, numberId }: ForNumber, code: number, saidAt: Date, at: Date): Promise<void> {
  const number = await findNumber(tx, tenantId, numberId)
  const isOld = number?.checkedAt && saidAt.getTime() + SECOND_MS < number.checkedAt.getTime()
  if (!number || isOld) return
  await noteStatus(tx, number, { reason: meaningOf(code).reason }, at)
}

async function heedWish(tx: Tx, tenantId: string, message: Which, code: number, saidAt: Date, at: Date): Promise<void> {
  const [lead] = await tx.db
    .select({ id: leads.id, channelKey: leads.channelKey, channelUserKey: leads.channelUserKey })
    .from(messages)
    .innerJoin(conversations, and(eq(conversations.tenantId, messages.tenantId), eq(conversations.id, messages.conversationId)))
    .innerJoin(leads, and(eq(leads.tenantId, conversations.tenantId), eq(leads.id, conversations.leadId)))
    .where(
      and(
        eq(messages.tenantId, tenantId),
        'id' in message ? eq(messages.id, message.id) : eq(messages.channelId, message.channelId),
        isNull(leads.erasedAt),
      ),
    )
  if (!lead) return
  if (code === MARKETING_STOPPED) {
    await writeOptOut(tx, { tenantId, leadId: lead.id, userId: null, at, saidAt }, { out: true, by: 'channel', words: STOPPED })
    return
  }
  const until = new Date(saidAt.getTime() + DAY_MS)
  // Whichever of our numbers and agents it writes to, Meta counts one person.
  await tx.db
    .update(leads)
    .set({ marketingAfter: sql`GREATEST(${leads.marketingAfter}, ${until.toISOString()}::timestamptz)` })
    .where(
      and(
        eq(leads.tenantId, tenantId),
        isNull(leads.erasedAt),
        or(
          eq(leads.id, lead.id),
          lead.channelKey === null ? undefined : eq(leads.channelKey, lead.channelKey),
          lead.channelUserKey === null ? undefined : eq(leads.channelUserKey, lead.channelUserKey),
        ),
      ),
    )
}
