import type { ConnectionState } from './connection.ts'

/**
 * How far the connection is. `resting`: somebody is signed in and nothing is under way; `declined` and `closed`: the server said no, or
 * ended what stood, and the next attempt is set; `refused` and `spent`: nobody has set one.
 */
export type Phase = 'off' | 'resting' | 'connecting' | 'connected' | 'declined' | 'closed' | 'refused' | 'spent'

/** `stumble` and `miss`, an error on a standing connection and code that does not come, lead nowhere. */
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

/** A happening leads to one phase, wherever it meets the connection; but who is off hears of a start only, and nobody else does. */
export const next = (phase: Phase, happening: Happening): Phase => {
  if (happening === 'stumble' || happening === 'miss' || (phase === 'off') !== (happening === 'start')) return phase
  return LEADS_TO[happening]
}

/** A network or a page that comes back begins a new series of attempts here; elsewhere one is under way, or has not begun (gap G23). */
export const isIdle = (phase: Phase): boolean =>
  phase === 'declined' || phase === 'closed' || phase === 'refused' || phase === 'spent'

/** All attempts are spent, or one was refused: the next waits for the network, the page or a person. */
export const gaveUp = (phase: Phase): boolean => phase === 'refused' || phase === 'spent'

/** The states of section 4, real-time connection. */
export const shownAs = (phase: Phase): ConnectionState => {
  if (phase === 'connected') return 'connected'
  return phase === 'connecting' || phase === 'declined' ? 'connecting' : 'disconnected'
}
