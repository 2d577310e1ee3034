/** Channels that ask money for each message. */
const BILLED: readonly string[] = ['whatsapp']
export const billsMessages = (channel: string): boolean => BILLED.includes(channel)

/** What such a channel takes as one text. */
const MAX_CHARS = 4_096

/** Several texts as one, with a blank line between; as they are where they do not fit (COST-06). */
export function asOneMessage(texts: readonly string[]): readonly string[] {
  const together = texts.join('\n\n')
  return texts.length > 1 && together.length <= MAX_CHARS ? [together] : texts
}
