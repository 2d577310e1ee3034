import type { Person } from '@prosa/contract/entities/organisation/person'
import { formatDetailedDate, getCalendarDay } from '../../shared/formatting/format-date.ts'

const PRESENCE_LABELS = { online: 'Online', away: 'Ausente', offline: 'Offline' } as const

type PresenceInfo = Pick<Person, 'isActive' | 'presence' | 'last_seen_at'>

/** Returns the label of a user's online state. */
export const getPresenceLabel = ({ isActive, presence }: PresenceInfo): string =>
  isActive ? PRESENCE_LABELS[presence] : 'Desativada'

/**
 * Formats when a user was last online, as 'visto {quando}'; 'ainda não entrou' if the user has never signed in; '' if the user is online or
 * the time is unknown.
 */
export function formatLastSeen({ presence, last_seen_at: at }: PresenceInfo, now: number): string {
  if (presence === 'online' || at === undefined) return ''
  if (at === null) return 'ainda não entrou'
  const dateText = formatDetailedDate(at, now, 'pt-BR')
  return getCalendarDay(at) === getCalendarDay(now) ? `visto hoje às ${dateText}` : `visto ${dateText}`
}
