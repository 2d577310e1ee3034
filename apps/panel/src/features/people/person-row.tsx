import type { Person } from '@prosa/contract/entities/organisation/person'
import { getRoleLabel } from '@prosa/contract/roles'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { memo } from 'react'
import { getServerTime } from '../../shared/api/server-clock.ts'
import { IconButton } from '../../shared/ui/buttons/icon-button.tsx'
import { cx } from '../../shared/ui/cx.ts'
import { Avatar } from '../../shared/ui/display/avatar.tsx'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { formatLastSeen, getPresenceLabel } from './presence-labels.ts'

/** Label of a user who requested a password reset link that could not be sent by e-mail. */
const RESET_REQUESTED_LABEL = 'Pediu um link de senha'

interface PersonRowProps {
  person: Person
  isOwn: boolean
  hasMenu: boolean
  isMenuOpen: boolean
}

/** Online state of a user. A phone hides it if the time of the last visit is shown, because that time implies 'offline'. */
function Presence({ person }: { person: Person }) {
  const isOnline = person.isActive && person.presence === 'online'
  const lastSeenText = formatLastSeen(person, getServerTime())
  const isLabelRedundant = lastSeenText !== '' && person.isActive
  return (
    <>
      {person.isActive && (
        <span aria-hidden="true" className={cx('size-2 shrink-0 rounded-full', isOnline ? 'bg-mate' : 'border border-control')} />
      )}
      <span className={cx('truncate', isOnline && 'font-semibold text-mate')}>
        <span className={isLabelRedundant ? 'max-md:sr-only' : undefined}>
          {getPresenceLabel(person)}
          {lastSeenText && ' · '}
        </span>
        {lastSeenText}
      </span>
    </>
  )
}

/** Row of a user, with one line on a wide screen and two on a phone. The list opens the row's menu. */
export const PersonRow = memo(function PersonRow({ person, isOwn, hasMenu, isMenuOpen }: PersonRowProps) {
  const { name, role, isActive, reset_asked_at: requestedAt } = person
  // The signed-in user is online, even if the server does not report it yet.
  const shownPerson: Person = isOwn ? { ...person, presence: 'online' } : person
  return (
    <div className="flex h-full items-center gap-3 pr-2 pl-4">
      <Avatar name={name} />
      <div className="grid min-w-0 flex-1 gap-x-4 md:grid-cols-[minmax(0,1.3fr)_minmax(0,0.7fr)_minmax(0,1.2fr)] md:items-center">
        <p className="flex min-w-0 items-center gap-2">
          <span className={cx('truncate font-semibold text-ui', !isActive && 'text-ink-2')}>{name}</span>
          {isOwn && <Badge tone="quiet">Você</Badge>}
          {requestedAt && (
            <Badge tone="attention" className="max-md:hidden">
              {RESET_REQUESTED_LABEL}
            </Badge>
          )}
        </p>
        <p className="flex min-w-0 items-center gap-1.5 text-ink-3 text-meta md:contents">
          <span className="truncate md:text-ink-2 md:text-ui">{getRoleLabel(role)}</span>
          <span aria-hidden="true" className="md:hidden">
            ·
          </span>
          {requestedAt && <span className="truncate font-semibold text-urucum md:hidden">{RESET_REQUESTED_LABEL}</span>}
          <span className={cx('flex min-w-0 items-center gap-1.5 md:text-meta', requestedAt && 'max-md:hidden')}>
            <Presence person={shownPerson} />
          </span>
        </p>
      </div>
      <div className="w-(--control-height) shrink-0">
        {hasMenu && (
          <IconButton label={`Ações de ${name}`} data-actions aria-haspopup="menu" aria-expanded={isMenuOpen}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </div>
  )
})
