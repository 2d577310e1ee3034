import { splitGraphemes } from '../text/graphemes.ts'

/** Age of a message, in milliseconds, from which WhatsApp rejects reactions (MEDIA-17). */
export const REACTION_MAX_AGE_MS = 30 * 86_400_000

const EMOJI_CHARACTER = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u

/** Returns whether a text is exactly one emoji. */
export const isEmoji = (text: string): boolean => EMOJI_CHARACTER.test(text) && splitGraphemes(text).length === 1

interface ReactionTarget {
  type?: string | undefined
  timestamp: string
  revoked_at?: string | null | undefined
  source?: string | null | undefined
}

/**
 * Returns whether the team may react to a message.
 * @param now milliseconds since the epoch
 */
export const canReactTo = ({ type, timestamp, revoked_at, source }: ReactionTarget, now: number): boolean =>
  !revoked_at &&
  source !== 'history' &&
  type !== 'reaction' &&
  type !== 'system' &&
  now - Date.parse(timestamp) < REACTION_MAX_AGE_MS
