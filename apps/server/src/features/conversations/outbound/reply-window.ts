import type { ChannelAdapter } from '../ports.ts'

/** Returns whether a channel accepts free text for a lead whose last message was at `lastClientMessageAt` (section 3, 24 hours). */
export function isWindowOpen(
  channel: Pick<ChannelAdapter, 'windowMs'> | undefined,
  lastClientMessageAt: Date | null,
  at: Date,
): boolean {
  const windowMs = channel?.windowMs ?? null
  return windowMs === null || (lastClientMessageAt !== null && at.getTime() - lastClientMessageAt.getTime() < windowMs)
}
