import { sessionEvents } from './features/auth/live.ts'
import { channelEvents } from './features/channels/live.ts'
import { conversationEvents } from './features/conversations/live.ts'
import { exportEvents } from './features/exports/live.ts'
import { leadEvents } from './features/leads/live.ts'
import type { LiveEvents } from './kernel/realtime/occasions.ts'

/** All that sockets are told: the contract names the events, and each feature says when its own are told, and to whom. */
export const LIVE_EVENTS: LiveEvents = {
  ...conversationEvents,
  ...leadEvents,
  ...channelEvents,
  ...sessionEvents,
  ...exportEvents,
}
