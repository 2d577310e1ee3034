import type { ConnectionState } from './connection.ts'

/**
 * Phase of the connection. `resting`: a user is signed in and no attempt is running. `declined` and `closed`: the server rejected or closed
 * the connection, and the next attempt is scheduled. `refused` and `spent`: no attempt is scheduled.
 */
export type ConnectionPhase = 'off' | 'resting' | 'connecting' | 'connected' | 'declined' | 'closed' | 'refused' | 'spent'

/** Event of the connection. `stumble` (an error on an open connection) and `miss` (the lazy chunk did not load) do not change the phase. */
export type ConnectionEvent = keyof typeof NEXT_PHASE_BY_EVENT | 'stumble' | 'miss'

const NEXT_PHASE_BY_EVENT = {
  start: 'resting',
  open: 'connecting',
  stand: 'connected',
  drop: 'connecting',
  fail: 'connecting',
  decline: 'declined',
  close: 'closed',
  refuse: 'refused',
  spend: 'spent',
  breakOff: 'resting',
  stop: 'off',
} as const satisfies Record<string, ConnectionPhase>

/** Returns the phase after an event. Only `start` has an effect in the phase `off`, and in that phase alone. */
export const getNextPhase = (phase: ConnectionPhase, happening: ConnectionEvent): ConnectionPhase => {
  if (happening === 'stumble' || happening === 'miss' || (phase === 'off') !== (happening === 'start')) return phase
  return NEXT_PHASE_BY_EVENT[happening]
}

/** Whether a network or page that comes back starts a new series of attempts. In other phases one is running or has not begun (gap G23). */
export const canRestartAttempts = (phase: ConnectionPhase): boolean =>
  phase === 'declined' || phase === 'closed' || phase === 'refused' || phase === 'spent'

/** Whether all attempts failed or one was refused. The next attempt waits for the network, the page or the user. */
export const hasGivenUp = (phase: ConnectionPhase): boolean => phase === 'refused' || phase === 'spent'

/** Returns the connection state of section 4 for a phase. */
export const toConnectionState = (phase: ConnectionPhase): ConnectionState => {
  if (phase === 'connected') return 'connected'
  return phase === 'connecting' || phase === 'declined' ? 'connecting' : 'disconnected'
}
