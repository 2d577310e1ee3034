import { eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { conversations, leads, messages } from '../../../../platform/database/schema/conversations/conversations.ts'
import type { Leads } from '../../../leads/ports.ts'
import { getErrorMeaning, MARKETING_CAP_CODE, MARKETING_OPT_OUT_CODE } from '../cloud-api/error-codes.ts'
import { hasNewerPreference, toEventSenders } from '../inbound/newer-preference.ts'
import { getProblemByErrorCode, type ProblemCode } from '../number-health/problem-texts.ts'
import { getProblemSolvedAt, type NotifyDeps, raiseProblem } from '../number-health/problems.ts'
import { findWhatsAppNumber, updateNumberStatus, type WhatsAppNumberRef } from '../numbers/numbers.ts'

/** Reason that is stored with an opt-out, in the words of WhatsApp's button. */
export const OPT_OUT_REASON = 'Parou as mensagens de marketing no WhatsApp'
const DAY_MS = 86_400_000
/** Precision of Meta's timestamps, which are in whole seconds. */
const SECOND_MS = 1_000

/** Reference to a message by our own id (`id`) or by Meta's id (`channelId`). */
export type MessageRef = { id: string } | { channelId: string }

/** Operations that store a lead's opt-out of marketing, or that Meta requires a pause of marketing messages. */
export type MarketingPort = Pick<Leads, 'setOptOutByChannel' | 'delayMarketing'>

/**
 * Handles an error code that Meta returned for a sent message. Marks the WhatsApp number as broken if Meta rejects all its messages. Stores
 * an opt-out or a pause with the lead if the code is about marketing.
 */
export async function handleSendRejection(
  tx: Tx,
  deps: NotifyDeps,
  leadsPort: MarketingPort,
  numberRef: WhatsAppNumberRef,
  { code, message, saidAt }: { code: number | null; message: MessageRef; saidAt: Date },
  at: Date,
): Promise<void> {
  if (await handleNumberRejection(tx, deps, numberRef, { code, saidAt }, at)) return
  if (code === MARKETING_CAP_CODE || code === MARKETING_OPT_OUT_CODE)
    await applyMarketingRejection(tx, leadsPort, numberRef, message, code, saidAt, at)
}

/**
 * Handles one of Meta's error codes about a WhatsApp number. Returns whether Meta rejects all messages of the number.
 * @param error `saidAt`: Meta's time of the error
 */
export async function handleNumberRejection(
  tx: Tx,
  deps: NotifyDeps,
  numberRef: WhatsAppNumberRef,
  { code, saidAt }: { code: number | null; saidAt: Date },
  at: Date,
): Promise<boolean> {
  if (code === REPORTED_CODE) await raiseProblem(tx, deps, numberRef, { code: 'reported' }, at)
  if (code === null || !getErrorMeaning(code).blocksNumber) return false
  const problem = getProblemByErrorCode(code)
  const { reason } = getErrorMeaning(code)
  const isNewProblem = await markNumberBroken(tx, deps, numberRef, { problem, reason, saidAt }, at)
  if (isNewProblem && HEALTH_CHECK_CODES.has(code))
    await deps.jobs.send(tx, 'check-number', numberRef, { key: numberRef.numberId })
  return true
}

/** Meta's error codes after which the number is checked, because the check returns more details (NUM-20). */
const HEALTH_CHECK_CODES = new Set([131_031, 131_042, 368])
const REPORTED_CODE = 131_048

/**
 * Marks a WhatsApp number as broken and raises the problem. Returns false if the number does not exist, or if the event is older than the
 * last restoration of the number's access.
 */
export async function markNumberBroken(
  tx: Tx,
  deps: NotifyDeps,
  numberRef: WhatsAppNumberRef,
  { problem, reason, saidAt }: { problem: ProblemCode; reason: string; saidAt: Date },
  at: Date,
): Promise<boolean> {
  const number = await findWhatsAppNumber(tx, numberRef.tenantId, numberRef.numberId)
  if (!number) return false
  const restoredTimes = [number.mendedAt, await getProblemSolvedAt(tx, numberRef, problem)]
  if (restoredTimes.some((time) => time && saidAt.getTime() + SECOND_MS < time.getTime())) return false
  await updateNumberStatus(tx, number, { reason }, at)
  await raiseProblem(tx, deps, numberRef, { code: problem, detail: problem === 'refused' ? reason : null }, at)
  return true
}

async function applyMarketingRejection(
  tx: Tx,
  leadsPort: MarketingPort,
  numberRef: WhatsAppNumberRef,
  message: MessageRef,
  code: number,
  saidAt: Date,
  at: Date,
): Promise<void> {
  const { tenantId } = numberRef
  const [lead] = await tx.db
    .select({ id: leads.id, channelKey: leads.channelKey, channelUserKey: leads.channelUserKey })
    .from(messages)
    .innerJoin(conversations, whereTenant(conversations, messages.tenantId, eq(conversations.id, messages.conversationId)))
    .innerJoin(leads, whereTenant(leads, conversations.tenantId, eq(leads.id, conversations.leadId)))
    .where(
      whereTenant(
        messages,
        tenantId,
        'id' in message ? eq(messages.id, message.id) : eq(messages.channelId, message.channelId),
        isNull(leads.erasedAt),
      ),
    )
  if (!lead) return
  // Meta's limit applies to the person, so marketing is paused for all numbers and agents.
  if (code === MARKETING_CAP_CODE)
    await leadsPort.delayMarketing(tx, { tenantId, leadId: lead.id }, new Date(saidAt.getTime() + DAY_MS))
  if (code !== MARKETING_OPT_OUT_CODE) return
  // The rejection is outdated if the lead has opted in again since then.
  const after = Math.floor(saidAt.getTime() / SECOND_MS)
  if (await hasNewerPreference(tx, numberRef, toEventSenders(lead), { after, value: 'resume' })) return
  await leadsPort.setOptOutByChannel(tx, { tenantId, leadId: lead.id, at, saidAt }, OPT_OUT_REASON)
}
