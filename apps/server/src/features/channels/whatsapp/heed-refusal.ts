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

/** Meta's own words for what a person tapped. */
export const STOPPED = 'Parou as mensagens de marketing no WhatsApp'
const DAY_MS = 86_400_000
/** Meta tells whole seconds. */
const SECOND_MS = 1_000

/** A message, by our id or by Meta's. */
export type Which = { id: string } | { channelId: string }

/** Notes what a lead wants, or its channel wants for it. */
export type Wishes = Pick<Leads, 'optOutByChannel' | 'delayMarketing'>

/**
 * Does what a refusal of Meta asks for, wherever it was told, the answer to a send or a status: a number that is refused itself is broken
 * until staff mend it, and what the lead or Meta wants of marketing is kept with the lead.
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

/** The same of what was told of a number alone. @returns true for a code that refuses the number */
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

/** After these Meta says more when it is asked how the number is (NUM-20). */
const ASKED_AFTER = new Set([131_031, 131_042, 368])
const REPORTED = 131_048

/** What was told before the number was last mended says nothing of it any more. */
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
  // Whichever of our numbers and agents it writes to, Meta counts one person.
  if (code === MARKETING_CAP) await wishes.delayMarketing(tx, { tenantId, leadId: lead.id }, new Date(saidAt.getTime() + DAY_MS))
  if (code !== MARKETING_STOPPED) return
  // Meta may tell late of a message that it refused before the lead wanted marketing again.
  const after = Math.floor(saidAt.getTime() / SECOND_MS)
  if (await hasLaterWish(tx, place, inboxNames(lead), { after, value: 'resume' })) return
  await wishes.optOutByChannel(tx, { tenantId, leadId: lead.id, at, saidAt }, STOPPED)
}
