import { useConnection } from './connection.ts'
import { createRealtime } from './create-realtime.ts'
import { notifyConnectionEvent } from './notices.ts'
import { hasGivenUp, toConnectionState } from './phases.ts'

/** The panel's only real-time connection. */
export const {
  start: startRealtime,
  stop: stopRealtime,
  reconnect: reconnectNow,
  resume: resumeRealtime,
  onEvent: onServerEvent,
  onConnected,
  emitEvent,
  emitWithAck,
} = createRealtime((happening, phase) => {
  notifyConnectionEvent(happening)
  useConnection.setState(({ wasConnected }) => ({
    state: toConnectionState(phase),
    wasConnected: phase === 'connected' || (wasConnected && phase !== 'off'),
    gaveUp: hasGivenUp(phase),
  }))
})
