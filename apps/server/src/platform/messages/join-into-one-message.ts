const CHANNELS_BILLED_PER_MESSAGE: readonly string[] = ['whatsapp']
export const isBilledPerMessage = (channel: string): boolean => CHANNELS_BILLED_PER_MESSAGE.includes(channel)

/** Maximum length of a text message on channels that charge for each message. */
const MAX_MESSAGE_CHARS = 4_096

/**
 * Joins several texts into one message, separated by blank lines. Returns the texts unchanged if the message would be too long (COST-06).
 */
export function joinIntoOneMessage(texts: readonly string[]): readonly string[] {
  const joined = texts.join('\n\n')
  return texts.length > 1 && joined.length <= MAX_MESSAGE_CHARS ? [joined] : texts
}
