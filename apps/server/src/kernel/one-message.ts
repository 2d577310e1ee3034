/** Channels that charge for each message. */
const BILLED: readonly string[] = ['whatsapp']
export const billsMessages = (channel: string): boolean => BILLED.includes(channel)

/** Maximum length of a text message in these channels. */
const MAX_CHARS = 4_096

/** Joins several texts into one message, separated by blank lines; returns them unchanged if they would be too long (COST-06). */
export function asOneMessage(texts: readonly string[]): readonly string[] {
  const together = texts.join('\n\n')
  return texts.length > 1 && together.length <= MAX_CHARS ? [together] : texts
}
