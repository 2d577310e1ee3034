import { useConnection } from './connection.ts'
import { createRealtime } from './create-realtime.ts'
import { noticeOf } from './notices.ts'
import { gaveUp, shownAs } from './phases.ts'

/** The panel's only real-time connection. */
export const {
  start: startRealtime,
  stop: stopRealtime,
  reconnect: reconnectNow,
  resume: resumeRealtime,
  onEvent: onServerEvent,
  onConnected,
  say,
  sayWithAnswer,
} = createRealtime((happening, phase) => {
  noticeOf(happening)
  useConnection.setState(({ wasConnected }) => ({
    state: shownAs(phase),
    wasConnected: phase === 'connected' || (wasConnected && phase !== 'off'),
    gaveUp: gaveUp(phase),
  }))
})
