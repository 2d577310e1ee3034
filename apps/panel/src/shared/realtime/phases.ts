import type { ConnectionState } from './connection.ts'

/**
 * Phase of the connection. `resting`: a user is signed in and no attempt is running. `declined` and `closed`: the server rejected or closed
 * the connection, and the next attempt is scheduled. `refused` and `spent`: no attempt is scheduled.
 */
export type Phase = 'off' | 'resting' | 'connecting' | 'connected' | 'declined' | 'closed' | 'refused' | 'spent'

/** Event of the connection. `stumble` (an error on an open connection) and `miss` (the lazy chunk did not load) do not change the phase. */
export type Happening = keyof typeof LEADS_TO | 'stumble' | 'miss'

const LEADS_TO = {
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
} as const satisfies Record<string, Phase>

/** Returns the phase after an event. Only `start` has an effect in the phase `off`, and in that phase alone. */
export const next = (phase: Phase, happening: Happening): Phase => {
  if (happening === 'stumble' || happening === 'miss' || (phase === 'off') !== (happening === 'start')) return phase
  return LEADS_TO[happening]
}

/** Whether a network or page that comes back starts a new series of attempts. In other phases one is running or has not begun (gap G23). */
export const isIdle = (phase: Phase): boolean =>
  phase === 'declined' || phase === 'closed' || phase === 'refused' || phase === 'spent'

/** Whether all attempts failed or one was refused. The next attempt waits for the network, the page or the user. */
export const gaveUp = (phase: Phase): boolean => phase === 'refused' || phase === 'spent'

/** Returns the connection state of section 4 for a phase. */
export const shownAs = (phase: Phase): ConnectionState => {
  if (phase === 'connected') return 'connected'
  return phase === 'connecting' || phase === 'declined' ? 'connecting' : 'disconnected'
}
