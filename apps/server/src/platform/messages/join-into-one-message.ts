/** Channels that charge for each message. */
const CHANNELS_BILLED_PER_MESSAGE: readonly string[] = ['whatsapp']
export const isBilledPerMessage = (channel: string): boolean => CHANNELS_BILLED_PER_MESSAGE.includes(channel)

/** Maximum length of a text message in these channels. */
const MAX_MESSAGE_CHARS = 4_096

/** Joins several texts into one message, separated by blank lines; returns them unchanged if they would be too long (COST-06). */
export function joinIntoOneMessage(texts: readonly string[]): readonly string[] {
  const together = texts.join('\n\n')
  return texts.length > 1 && together.length <= MAX_MESSAGE_CHARS ? [together] : texts
}
