import { graphemesOf } from './graphemes.ts'

/** Age in milliseconds from which WhatsApp refuses reactions to a message (MEDIA-17). */
export const REACTION_MAX_AGE_MS = 30 * 86_400_000

const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u

/** Whether a text is exactly one emoji. */
export const isEmoji = (text: string): boolean => PICTURE.test(text) && graphemesOf(text).length === 1

interface Reacted {
  type?: string | undefined
  timestamp: string
  revoked_at?: string | null | undefined
  source?: string | null | undefined
}

/**
 * Whether the team may react to a message. Returns false for messages that are deleted, imported from history, too old, reactions or system
 * messages.
 */
export const mayReactTo = ({ type, timestamp, revoked_at, source }: Reacted, now: number): boolean =>
  !revoked_at &&
  source !== 'history' &&
  type !== 'reaction' &&
  type !== 'system' &&
  now - Date.parse(timestamp) < REACTION_MAX_AGE_MS
