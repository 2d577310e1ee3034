import { FLASH_DURATION_MS, HIGHLIGHT_DURATION_MS, UNREAD_ONLY_HIGHLIGHT_DURATION_MS } from '@prosa/contract/constants'
import type { Conversation } from '@prosa/contract/entities/conversations/conversation'

export interface HighlightTiming {
  /** Duration of the flash in milliseconds. Zero unless a new message has arrived. */
  readonly flashMs: number
  /** Duration of the background tint in milliseconds. */
  readonly tintMs: number
}

const isNewer = (before: string | null | undefined, after: string | null | undefined): boolean =>
  !!after && (!before || Date.parse(after) > Date.parse(before))

/** Returns the highlight for a change of a conversation, or null if no visible part changed. */
export const getHighlightTiming = (before: Conversation | undefined, after: Conversation): HighlightTiming | null => {
  if (before === after) return null
  if (!before) return { flashMs: FLASH_DURATION_MS, tintMs: HIGHLIGHT_DURATION_MS }
  const hasMessage =
    (after.total_messages ?? 0) > (before.total_messages ?? 0) ||
    isNewer(before.last_client_message_at, after.last_client_message_at) ||
    isNewer(before.last_agent_message_at, after.last_agent_message_at)
  if (hasMessage) return { flashMs: FLASH_DURATION_MS, tintMs: HIGHLIGHT_DURATION_MS }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Conversation>
  const changed = [...keys].filter((key) => (before[key] ?? null) !== (after[key] ?? null))
  if (changed.length === 0) return null
  return {
    flashMs: 0,
    tintMs: changed.every((key) => key === 'unreadCount') ? UNREAD_ONLY_HIGHLIGHT_DURATION_MS : HIGHLIGHT_DURATION_MS,
  }
}
