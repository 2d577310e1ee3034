import type { ChannelAdapter } from '../ports.ts'

/**
 * Whether the channel accepts free text at time `at`: always, or only within `replyWindowMs` after the lead's last message (section 3, 24
 * hours).
 */
export function isWindowOpen(
  channel: Pick<ChannelAdapter, 'replyWindowMs'> | undefined,
  lastClientMessageAt: Date | null,
  at: Date,
): boolean {
  const windowMs = channel?.replyWindowMs ?? null
  return windowMs === null || (lastClientMessageAt !== null && at.getTime() - lastClientMessageAt.getTime() < windowMs)
}
