import { eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { conversations, leads, messages } from '../../../kernel/db/schema/conversations.ts'
import type { Leads } from '../../leads/ports.ts'
import { MARKETING_CAP, MARKETING_STOPPED, meaningOf } from './error-codes.ts'
import { hasLaterWish, inboxNames } from './later-wish.ts'
import { type ForNumber, findNumber, noteStatus } from './numbers.ts'
import { type ProblemCode, problemOfCode } from './problem-words.ts'
import { overSince, raiseProblem, type Tells } from './problems.ts'

/** Reason of the opt-out, in the words of WhatsApp's button. */
export const STOPPED = 'Parou as mensagens de marketing no WhatsApp'
const DAY_MS = 86_400_000
/** Meta's timestamps are in whole seconds. */
const SECOND_MS = 1_000

/** Identifies a message by our own id or by Meta's. */
export type Which = { id: string } | { channelId: string }

/** Stores a lead's opt-out, or a delay that Meta requires. */
export type Wishes = Pick<Leads, 'optOutByChannel' | 'delayMarketing'>

/**
 * Handles an error code of Meta, received as the answer to a send or in a status. A code that rejects the number marks it as broken until
 * its access is restored. A code about marketing is stored with the lead.
 */
export async function heedRefusal(
  tx: Tx,
  tells: Tells,
  wishes: Wishes,
  place: ForNumber,
  { code, message, saidAt }: { code: number | null; message: Which; saidAt: Date },
  at: Date,
): Promise<void> {
  if (await heedOfNumber(tx, tells, place, { code, saidAt }, at)) return
  if (code === MARKETING_CAP || code === MARKETING_STOPPED) await heedWish(tx, wishes, place, message, code, saidAt, at)
}

/** Handles an error code about a number without a message. Returns true if the code rejects the number. */
export async function heedOfNumber(
  tx: Tx,
  tells: Tells,
  place: ForNumber,
  { code, saidAt }: { code: number | null; saidAt: Date },
  at: Date,
): Promise<boolean> {
  if (code === REPORTED) await raiseProblem(tx, tells, place, { code: 'reported' }, at)
  if (code === null || !meaningOf(code).broken) return false
  const problem = problemOfCode(code)
  const { reason } = meaningOf(code)
  const isNews = await breakNumber(tx, tells, place, { problem, reason, saidAt }, at)
  if (isNews && ASKED_AFTER.has(code)) await tells.jobs.send(tx, 'check-number', place, { key: place.numberId })
  return true
}

/** Codes after which Meta is asked about the number's health, which gives more details (NUM-20). */
const ASKED_AFTER = new Set([131_031, 131_042, 368])
const REPORTED = 131_048

/** Marks a number as broken. Returns false if it does not exist, or the event is older than the last time its access was restored. */
export async function breakNumber(
  tx: Tx,
  tells: Tells,
  place: ForNumber,
  { problem, reason, saidAt }: { problem: ProblemCode; reason: string; saidAt: Date },
  at: Date,
): Promise<boolean> {
  const number = await findNumber(tx, place.tenantId, place.numberId)
  if (!number) return false
  const mended = [number.mendedAt, await overSince(tx, place, problem)]
  if (mended.some((moment) => moment && saidAt.getTime() + SECOND_MS < moment.getTime())) return false
  await noteStatus(tx, number, { reason }, at)
  await raiseProblem(tx, tells, place, { code: problem, detail: problem === 'refused' ? reason : null }, at)
  return true
}

async function heedWish(
  tx: Tx,
  wishes: Wishes,
  place: ForNumber,
  message: Which,
  code: number,
  saidAt: Date,
  at: Date,
): Promise<void> {
  const { tenantId } = place
  const [lead] = await tx.db
    .select({ id: leads.id, channelKey: leads.channelKey, channelUserKey: leads.channelUserKey })
    .from(messages)
    .innerJoin(conversations, ofTenant(conversations, messages.tenantId, eq(conversations.id, messages.conversationId)))
    .innerJoin(leads, ofTenant(leads, conversations.tenantId, eq(leads.id, conversations.leadId)))
    .where(
      ofTenant(
        messages,
        tenantId,
        'id' in message ? eq(messages.id, message.id) : eq(messages.channelId, message.channelId),
        isNull(leads.erasedAt),
      ),
    )
  if (!lead) return
  // Meta's limit is per person, across all numbers and agents.
  if (code === MARKETING_CAP) await wishes.delayMarketing(tx, { tenantId, leadId: lead.id }, new Date(saidAt.getTime() + DAY_MS))
  if (code !== MARKETING_STOPPED) return
  // Ignores the rejection if the lead has opted in to marketing since the message was rejected.
  const after = Math.floor(saidAt.getTime() / SECOND_MS)
  if (await hasLaterWish(tx, place, inboxNames(lead), { after, value: 'resume' })) return
  await wishes.optOutByChannel(tx, { tenantId, leadId: lead.id, at, saidAt }, STOPPED)
}
