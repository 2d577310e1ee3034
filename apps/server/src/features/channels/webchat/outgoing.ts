import type { ChannelAdapter } from '../../conversations/ports.ts'

/** The lead's page reads from the database what it missed, so a stored message has been taken by the channel. */
export const webchatChannel: ChannelAdapter = { windowMs: null }
