import { eq, gt, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { whatsappNotices, whatsappNumbers } from '../../../kernel/db/schema/whatsapp.ts'
import { phoneKey } from '../../../kernel/phone-key.ts'
import { breakNumber } from './heed-refusal.ts'
import { readLimit } from './limit.ts'
import { type ForNumber, findNumber } from './numbers.ts'
import type { ProblemCode } from './problem-words.ts'
import { clearProblems, mendNumber, noteOver, raiseProblem, type Tells } from './problems.ts'
import { lenient, text } from './webhook-fields.ts'
import type { NoticeNews } from './webhook-notices.ts'

const told = z.object({
  phone_number: text,
  display_phone_number: text,
  max_daily_conversations_per_business: lenient(z.coerce.string()),
  ban_info: lenient(z.object({ waba_ban_state: text })),
  violation_info: lenient(z.object({ violation_type: text })),
  alert_info: lenient(z.object({ alert_severity: text, alert_status: text, alert_type: text })),
})
type Told = z.infer<typeof told>

/** Problems that an account's event raises for its numbers. Other events are only listed under 'O que a Meta disse'. */
const BREAKING: Readonly<Record<string, { problem: ProblemCode; reason: string }>> = {
  PARTNER_REMOVED: { problem: 'disconnected', reason: 'O celular desconectou este número.' },
  ACCOUNT_OFFBOARDED: { problem: 'disconnected', reason: 'O celular desconectou este número.' },
  ACCOUNT_DELETED: { problem: 'refused', reason: 'a conta do WhatsApp foi excluída.' },
  PARTNER_APP_UNINSTALLED: { problem: 'access', reason: 'O acesso a este número venceu ou foi retirado.' },
}
const BLOCKED = { problem: 'blocked', reason: 'A Meta bloqueou a conta.' } as const
const MENDING: Readonly<Record<string, ProblemCode>> = { ACCOUNT_RECONNECTED: 'disconnected' }
/** Conditions for events that raise each problem. A problem is not cleared if such an event has a later time at Meta. */
const UNDOES: Partial<Record<ProblemCode, SQL>> = {
  disconnected: sql`${whatsappNotices.event} IN ('PARTNER_REMOVED', 'ACCOUNT_OFFBOARDED')`,
  // All changes of a ban use this one event.
  blocked: sql`${whatsappNotices.payload}->'ban_info'->>'waba_ban_state' = 'DISABLE'`,
}

/** Applies an event of Meta about a number or its account to the number. */
export async function heedNotice(
  tx: Tx,
  tells: Tells,
  place: ForNumber,
  { field, event, payload, saidAt }: Pick<NoticeNews, 'field' | 'event' | 'payload'> & { saidAt: Date },
  at: Date,
): Promise<void> {
  const said = told.safeParse(payload).data
  if (!said) return
  if (field === 'account_update') await heedAccount(tx, tells, place, { event, said, saidAt }, at)
  const { alert_info: alert, max_daily_conversations_per_business: limit } = said
  const isGrave = alert?.alert_severity === 'WARNING' || alert?.alert_severity === 'CRITICAL'
  if (field === 'account_alerts' && isGrave && alert.alert_status === 'ACTIVE')
    await raiseProblem(tx, tells, place, { code: 'notice', detail: event }, at)
  if (!limit || !(await isAbout(tx, place, said.display_phone_number))) return
  await tx.db
    .update(whatsappNumbers)
    .set({ messagingLimit: readLimit(limit), updatedAt: at })
    .where(ofTenant(whatsappNumbers, place.tenantId, eq(whatsappNumbers.id, place.numberId)))
}

async function heedAccount(
  tx: Tx,
  tells: Tells,
  place: ForNumber,
  { event, said, saidAt }: { event: string; said: Told; saidAt: Date },
  at: Date,
): Promise<void> {
  if (!(await isAbout(tx, place, said.phone_number))) return
  const ban = event === 'DISABLED_UPDATE' ? said.ban_info?.waba_ban_state : null
  const breaking = ban === 'DISABLE' ? BLOCKED : BREAKING[event]
  if (breaking) await breakNumber(tx, tells, place, { ...breaking, saidAt }, at)
  const mended = ban === 'REINSTATE' ? 'blocked' : MENDING[event]
  if (mended && !(await isUndone(tx, place, mended, saidAt))) {
    await mendNumber(tx, place, [mended], at)
    await noteOver(tx, place, mended, saidAt)
    if (mended === 'blocked') await clearProblems(tx, place, ['notice'], at)
  }
  const warns = ban === 'SCHEDULE_FOR_DISABLE' || event === 'ACCOUNT_VIOLATION'
  if (warns) await raiseProblem(tx, tells, place, { code: 'notice', detail: said.violation_info?.violation_type ?? event }, at)
}

/** Returns whether a later event has raised the problem again. Meta delivers events in any order. */
async function isUndone(tx: Tx, { tenantId, numberId }: ForNumber, mended: ProblemCode, saidAt: Date): Promise<boolean> {
  const [later] = await tx.db
    .select({ id: whatsappNotices.id })
    .from(whatsappNotices)
    .where(
      ofTenant(
        whatsappNotices,
        tenantId,
        eq(whatsappNotices.numberId, numberId),
        eq(whatsappNotices.field, 'account_update'),
        UNDOES[mended],
        gt(whatsappNotices.saidAt, saidAt),
      ),
    )
    .limit(1)
  return later !== undefined
}

/** Returns whether an event concerns this number. An account has several numbers, and some events name one of them. */
async function isAbout(tx: Tx, { tenantId, numberId }: ForNumber, phone: string | null | undefined): Promise<boolean> {
  if (!phone) return true
  const number = await findNumber(tx, tenantId, numberId)
  return number !== null && phoneKey(number.displayNumber) === phoneKey(phone)
}
