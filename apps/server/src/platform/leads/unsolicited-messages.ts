import { tz } from '@date-fns/tz'
import { format } from 'date-fns/format'

/** Shown to a user who starts a message to a lead who has opted out. */
export const OPTED_OUT_MESSAGE = 'Este lead pediu para não receber mensagens.'

/**
 * Returns true if an unsolicited message (a template, or an automatic message) may be sent to this lead (2-agents.md, section 2). Checked
 * when the message is queued and again when it is sent. Answers to the lead and free texts of users need no check.
 */
export const canSendUnsolicited = ({ optOutAt }: { optOutAt: Date | null }): boolean => optOutAt === null

/** Data for deciding whether an unsolicited message may be sent. */
interface UnsolicitedRecipient {
  optOutAt: Date | null
  /** The channel allows no marketing before this time. */
  marketingAfter: Date | null
  timeZone: string
}

/** Returns the reason why an unsolicited message may not be sent to this lead now, as text; null if it may. */
export function templateBlockReason(
  lead: UnsolicitedRecipient,
  template: { category: string | null } | null,
  now: Date,
): string | null {
  if (!canSendUnsolicited(lead)) return OPTED_OUT_MESSAGE
  const { marketingAfter, timeZone } = lead
  const isMarketing = template?.category?.toUpperCase() === 'MARKETING'
  if (!isMarketing || marketingAfter === null || marketingAfter <= now) return null
  return `A Meta pede para esperar até ${format(marketingAfter, 'dd/MM HH:mm', { in: tz(timeZone) })}.`
}
