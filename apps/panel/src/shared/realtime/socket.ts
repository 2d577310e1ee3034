import { useConnection } from './connection.ts'
import { hasGivenUp, toConnectionState } from './connection-phases.ts'
import { createRealtime } from './create-realtime.ts'
import { notifyConnectionEvent } from './notify-connection-event.ts'

/** Functions of the panel's only real-time connection. */
export const {
  start: startRealtime,
  stop: stopRealtime,
  reconnect: reconnectNow,
  resume: resumeRealtime,
  onEvent: onServerEvent,
  onConnected,
  emitEvent,
  emitWithAck,
} = createRealtime((event, phase) => {
  notifyConnectionEvent(event)
  useConnection.setState(({ wasConnected }) => ({
    state: toConnectionState(phase),
    wasConnected: phase === 'connected' || (wasConnected && phase !== 'off'),
    hasGivenUp: hasGivenUp(phase),
  }))
})
