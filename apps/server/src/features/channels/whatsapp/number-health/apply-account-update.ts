import { eq, gt, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappNotices, whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import { toPhoneKey } from '../../../../platform/leads/phone-key.ts'
import { parseMessagingLimit } from '../cloud-api/messaging-limit.ts'
import type { WebhookNotice } from '../notices/webhook-notices.ts'
import { findWhatsAppNumber, type WhatsAppNumberRef } from '../numbers/numbers.ts'
import { markNumberBroken } from '../outbound/handle-send-rejection.ts'
import { nullIfInvalid, optionalText } from '../webhook/webhook-fields.ts'
import type { ProblemCode } from './problem-texts.ts'
import { clearProblems, type NotifyDeps, raiseProblem, recordProblemSolved, restoreNumber } from './problems.ts'

const noticePayload = z.object({
  phone_number: optionalText,
  display_phone_number: optionalText,
  max_daily_conversations_per_business: nullIfInvalid(z.coerce.string()),
  ban_info: nullIfInvalid(z.object({ waba_ban_state: optionalText })),
  violation_info: nullIfInvalid(z.object({ violation_type: optionalText })),
  alert_info: nullIfInvalid(z.object({ alert_severity: optionalText, alert_status: optionalText, alert_type: optionalText })),
})
type NoticePayload = z.infer<typeof noticePayload>

/** Problems that each event of a WhatsApp account causes. Other events are only listed in the panel under 'O que a Meta disse'. */
const PROBLEM_BY_EVENT: Readonly<Record<string, { problem: ProblemCode; reason: string }>> = {
  PARTNER_REMOVED: { problem: 'disconnected', reason: 'O celular desconectou este número.' },
  ACCOUNT_OFFBOARDED: { problem: 'disconnected', reason: 'O celular desconectou este número.' },
  ACCOUNT_DELETED: { problem: 'refused', reason: 'a conta do WhatsApp foi excluída.' },
  PARTNER_APP_UNINSTALLED: { problem: 'access', reason: 'O acesso a este número venceu ou foi retirado.' },
}
const BLOCKED_PROBLEM = { problem: 'blocked', reason: 'A Meta bloqueou a conta.' } as const
const SOLVED_PROBLEM_BY_EVENT: Readonly<Record<string, ProblemCode>> = { ACCOUNT_RECONNECTED: 'disconnected' }
/** SQL conditions for the events that cause each problem. A problem is not cleared if a later event has caused it again. */
const RAISING_EVENTS: Partial<Record<ProblemCode, SQL>> = {
  disconnected: sql`${whatsappNotices.event} IN ('PARTNER_REMOVED', 'ACCOUNT_OFFBOARDED')`,
  // All changes of a ban have the event name DISABLED_UPDATE, so the state of the ban is compared.
  blocked: sql`${whatsappNotices.payload}->'ban_info'->>'waba_ban_state' = 'DISABLE'`,
}

/** Applies an event from Meta about a WhatsApp number or its account: updates the problems and the messaging limit of the number. */
export async function applyAccountUpdate(
  tx: Tx,
  deps: NotifyDeps,
  numberRef: WhatsAppNumberRef,
  { field, event, payload, saidAt }: Pick<WebhookNotice, 'field' | 'event' | 'payload'> & { saidAt: Date },
  at: Date,
): Promise<void> {
  const notice = noticePayload.safeParse(payload).data
  if (!notice) return
  if (field === 'account_update') await applyAccountEvent(tx, deps, numberRef, { event, notice, saidAt }, at)
  const { alert_info: alert, max_daily_conversations_per_business: limit } = notice
  const isSevere = alert?.alert_severity === 'WARNING' || alert?.alert_severity === 'CRITICAL'
  if (field === 'account_alerts' && isSevere && alert.alert_status === 'ACTIVE')
    await raiseProblem(tx, deps, numberRef, { code: 'notice', detail: event }, at)
  if (!limit || !(await isAboutNumber(tx, numberRef, notice.display_phone_number))) return
  await tx.db
    .update(whatsappNumbers)
    .set({ messagingLimit: parseMessagingLimit(limit), updatedAt: at })
    .where(whereTenant(whatsappNumbers, numberRef.tenantId, eq(whatsappNumbers.id, numberRef.numberId)))
}

async function applyAccountEvent(
  tx: Tx,
  deps: NotifyDeps,
  numberRef: WhatsAppNumberRef,
  { event, notice, saidAt }: { event: string; notice: NoticePayload; saidAt: Date },
  at: Date,
): Promise<void> {
  if (!(await isAboutNumber(tx, numberRef, notice.phone_number))) return
  const ban = event === 'DISABLED_UPDATE' ? notice.ban_info?.waba_ban_state : null
  const raisedProblem = ban === 'DISABLE' ? BLOCKED_PROBLEM : PROBLEM_BY_EVENT[event]
  if (raisedProblem) await markNumberBroken(tx, deps, numberRef, { ...raisedProblem, saidAt }, at)
  const solvedProblem = ban === 'REINSTATE' ? 'blocked' : SOLVED_PROBLEM_BY_EVENT[event]
  if (solvedProblem && !(await isRaisedAgain(tx, numberRef, solvedProblem, saidAt))) {
    await restoreNumber(tx, numberRef, [solvedProblem], at)
    await recordProblemSolved(tx, numberRef, solvedProblem, saidAt)
    if (solvedProblem === 'blocked') await clearProblems(tx, numberRef, ['notice'], at)
  }
  const isWarning = ban === 'SCHEDULE_FOR_DISABLE' || event === 'ACCOUNT_VIOLATION'
  if (isWarning)
    await raiseProblem(tx, deps, numberRef, { code: 'notice', detail: notice.violation_info?.violation_type ?? event }, at)
}

/** Whether a later event has caused a solved problem again. Meta delivers events in any order. */
async function isRaisedAgain(
  tx: Tx,
  { tenantId, numberId }: WhatsAppNumberRef,
  solvedProblem: ProblemCode,
  saidAt: Date,
): Promise<boolean> {
  const [laterEvent] = await tx.db
    .select({ id: whatsappNotices.id })
    .from(whatsappNotices)
    .where(
      whereTenant(
        whatsappNotices,
        tenantId,
        eq(whatsappNotices.numberId, numberId),
        eq(whatsappNotices.field, 'account_update'),
        RAISING_EVENTS[solvedProblem],
        gt(whatsappNotices.saidAt, saidAt),
      ),
    )
    .limit(1)
  return laterEvent !== undefined
}

/** Whether an event concerns this WhatsApp number. An account has several numbers; an event without a phone number concerns all of them. */
async function isAboutNumber(
  tx: Tx,
  { tenantId, numberId }: WhatsAppNumberRef,
  phone: string | null | undefined,
): Promise<boolean> {
  if (!phone) return true
  const number = await findWhatsAppNumber(tx, tenantId, numberId)
  return number !== null && toPhoneKey(number.displayNumber) === toPhoneKey(phone)
}
