import type { ConnectionState } from './connection.ts'

/**
 * Phase of the real-time connection. `resting`: signed in, not connecting. `declined`, `closed`: the server rejected or closed the
 * connection, and a retry is scheduled. `refused` (authentication failed) and `spent` (all attempts failed): no retry is scheduled.
 */
export type ConnectionPhase = 'off' | 'resting' | 'connecting' | 'connected' | 'declined' | 'closed' | 'refused' | 'spent'

/**
 * Event of the real-time connection. `stumble` (error on an open connection) and `miss` (the lazy chunk did not load) do not change the
 * phase.
 */
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

/** Returns the phase that follows an event. In the phase `off`, only `start` has an effect; in other phases, `start` has no effect. */
export const getNextPhase = (phase: ConnectionPhase, event: ConnectionEvent): ConnectionPhase => {
  if (event === 'stumble' || event === 'miss' || (phase === 'off') !== (event === 'start')) return phase
  return NEXT_PHASE_BY_EVENT[event]
}

/**
 * Whether to start a new series of connection attempts when the network returns or the page becomes visible (gap G23). False while an
 * attempt is running, and before the first attempt.
 */
export const canRestartAttempts = (phase: ConnectionPhase): boolean =>
  phase === 'declined' || phase === 'closed' || phase === 'refused' || phase === 'spent'

/**
 * Whether all connection attempts failed or the authentication was refused. The next attempt then waits for the network, the page's
 * visibility or the user.
 */
export const hasGivenUp = (phase: ConnectionPhase): boolean => phase === 'refused' || phase === 'spent'

/** Converts a phase to the connection state that section 4 specifies. */
export const toConnectionState = (phase: ConnectionPhase): ConnectionState => {
  if (phase === 'connected') return 'connected'
  return phase === 'connecting' || phase === 'declined' ? 'connecting' : 'disconnected'
}
