import { graphemesOf } from './graphemes.ts'

/** WhatsApp takes no reaction to what is older (MEDIA-17). */
export const REACTION_MAX_AGE_MS = 30 * 86_400_000

const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u

/** True of one emoji and nothing else. */
export const isEmoji = (text: string): boolean => PICTURE.test(text) && graphemesOf(text).length === 1

interface Reacted {
  type?: string | undefined
  timestamp: string
  revoked_at?: string | null | undefined
  source?: string | null | undefined
}

/** True of a message that may still be reacted to; what was said before its number came here may not. */
export const mayReactTo = ({ type, timestamp, revoked_at, source }: Reacted, now: number): boolean =>
  !revoked_at &&
  source !== 'history' &&
  type !== 'reaction' &&
  type !== 'system' &&
  now - Date.parse(timestamp) < REACTION_MAX_AGE_MS
