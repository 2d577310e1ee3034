import type { ChannelAdapter } from '../../conversations/ports.ts'

/**
 * Channel adapter of the web chat. It sends nothing: a stored message counts as sent, because the chat page fetches missed messages from
 * the database.
 */
export const webchatAdapter: ChannelAdapter = { replyWindowMs: null }
