import { tz } from '@date-fns/tz'
import { format } from 'date-fns/format'

/** Error message for a user who writes first to a lead who has opted out. */
export const OPTED_OUT_MESSAGE = 'Este lead pediu para não receber mensagens.'

/**
 * Whether an unsolicited message (a template or an automatic message) may be sent to a lead (2-agents.md, section 2). Must be checked when
 * the message is queued and when it is sent. Replies and texts typed by users need no check.
 */
export const canSendUnsolicited = ({ optOutAt }: { optOutAt: Date | null }): boolean => optOutAt === null

/** Data by which the server decides whether an unsolicited message may be sent. */
interface UnsolicitedRecipient {
  optOutAt: Date | null
  /** Time before which the channel allows no marketing messages; null if none. */
  marketingAfter: Date | null
  timeZone: string
}

/** Returns why an unsolicited message may not be sent to a lead now, as a text for users. Returns null if it may be sent. */
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
