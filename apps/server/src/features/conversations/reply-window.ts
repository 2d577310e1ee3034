import type { ChannelAdapter } from './ports.ts'

/** True while a channel takes free text for a lead that wrote at `lastClientMessageAt` (section 3, the composer's 24 hours). */
export function isWindowOpen(
  channel: Pick<ChannelAdapter, 'windowMs'> | undefined,
  lastClientMessageAt: Date | null,
  at: Date,
): boolean {
  const windowMs = channel?.windowMs ?? null
  return windowMs === null || (lastClientMessageAt !== null && at.getTime() - lastClientMessageAt.getTime() < windowMs)
}
