import type { ChannelAdapter } from '../../conversations/ports.ts'

/** Channel adapter of the web chat. It sends nothing, because the chat page fetches its messages from the server. */
export const webchatAdapter: ChannelAdapter = { replyWindowMs: null }
