import type { ChannelAdapter } from '../../conversations/ports.ts'

/** A stored message counts as sent, because the chat page fetches missed messages from the database. */
export const webchatAdapter: ChannelAdapter = { windowMs: null }
