import { tz } from '@date-fns/tz'
import { format } from 'date-fns/format'

/** Said to whoever wants to write to a lead that asked for nothing. */
export const OPTED_OUT = 'Este lead pediu para não receber mensagens.'

/**
 * Whether a message that nobody asked for (a template, whatever a machine sends by itself) may go to this lead (2-agents.md, section 2).
 * Asked when it is queued, and again when it leaves. An answer to what the lead wrote, and a person's free text, need no leave.
 */
export const mayInitiate = ({ optOutAt }: { optOutAt: Date | null }): boolean => optOutAt === null

/** What is known of a lead when somebody writes to it unasked, and of the clock on its organisation's wall. */
interface Reached {
  optOutAt: Date | null
  /** The channel asks for no marketing before then. */
  marketingAfter: Date | null
  timeZone: string
}

/** Why a message that nobody asked for may not go to this lead now, in words; null where it may. */
export function whyNotInitiate(
  lead: Reached,
  template: { category?: string | null | undefined } | null,
  now: Date,
): string | null {
  if (!mayInitiate(lead)) return OPTED_OUT
  const { marketingAfter, timeZone } = lead
  const isMarketing = template?.category?.toUpperCase() === 'MARKETING'
  if (!isMarketing || marketingAfter === null || marketingAfter <= now) return null
  return `A Meta pede para esperar até ${format(marketingAfter, 'dd/MM HH:mm', { in: tz(timeZone) })}.`
}
