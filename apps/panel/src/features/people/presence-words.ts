import type { Person } from '@prosa/contract/entities/person'
import { calendarDay, detailedDate } from '../../shared/lib/dates.ts'

const WORDS = { online: 'Online', away: 'Ausente', offline: 'Offline' } as const

type Seen = Pick<Person, 'isActive' | 'presence' | 'last_seen_at'>

/** Returns the label of a user's online state. */
export const presenceWord = ({ isActive, presence }: Seen): string => (isActive ? WORDS[presence] : 'Desativada')

/** Formats 'visto {quando}' for a user who is offline, or 'ainda não entrou' for one who never signed in; empty if unknown. */
export function seenWords({ presence, last_seen_at: at }: Seen, now: number): string {
  if (presence === 'online' || at === undefined) return ''
  if (at === null) return 'ainda não entrou'
  const when = detailedDate(at, now, 'pt-BR')
  return calendarDay(at) === calendarDay(now) ? `visto hoje às ${when}` : `visto ${when}`
}
