import type { Person } from '@prosa/contract/entities/person'
import { calendarDay, detailedDate } from '../../shared/lib/dates.ts'

const WORDS = { online: 'Online', away: 'Ausente', offline: 'Offline' } as const

type Seen = Pick<Person, 'isActive' | 'presence' | 'last_seen_at'>

/** Whether somebody is there, as a word. */
export const presenceWord = ({ isActive, presence }: Seen): string => (isActive ? WORDS[presence] : 'Desativada')

/** 'visto {quando}', for who is not there now; empty where that was not told. */
export function seenWords({ presence, last_seen_at: at }: Seen, now: number): string {
  if (presence === 'online' || at === undefined) return ''
  if (at === null) return 'ainda não entrou'
  const when = detailedDate(at, now, 'pt-BR')
  return calendarDay(at) === calendarDay(now) ? `visto hoje às ${when}` : `visto ${when}`
}
