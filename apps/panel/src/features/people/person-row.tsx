import type { Person } from '@prosa/contract/entities/person'
import { mayManage } from '@prosa/contract/rules/manage-people'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { memo } from 'react'
import { serverNow } from '../../shared/api/server-clock.ts'
import { cx } from '../../shared/lib/cx.ts'
import { roleName } from '../../shared/roles.ts'
import { useSession } from '../../shared/session/session.ts'
import { Avatar } from '../../shared/ui/avatar.tsx'
import { Badge } from '../../shared/ui/badge.tsx'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../shared/ui/menu.tsx'
import type { OpenLayer } from './layers.ts'
import { presenceWord, seenWords } from './presence-words.ts'

interface PersonRowProps {
  person: Person
  onOpen: OpenLayer
}

function Presence({ person, short }: { person: Person; short?: boolean }) {
  const isThere = person.isActive && person.presence === 'online'
  const seen = seenWords(person, serverNow())
  // Who was seen at some time is not there now: on a phone that says it.
  const words = [short && seen && person.isActive ? '' : presenceWord(person), seen].filter(Boolean)
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-1.5', isThere && 'font-semibold text-mate')}>
      {person.isActive && (
        <span aria-hidden="true" className={cx('size-2 shrink-0 rounded-full', isThere ? 'bg-mate' : 'border border-control')} />
      )}
      <span className="truncate">{words.join(' · ')}</span>
    </span>
  )
}

function PersonMenu({ person, onOpen }: PersonRowProps) {
  const user = useSession((state) => state.user)
  const isOwn = person.id === user?.id
  if (!isOwn && !mayManage(user?.role ?? '', person.role)) return null
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={`Ações de ${person.name}`}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem onClick={() => onOpen('edit', person)}>Editar</MenuItem>
      {!isOwn && person.isActive && (
        <>
          <MenuItem onClick={() => onOpen('link', person)}>Gerar link de senha</MenuItem>
          {person.second_step !== undefined && person.second_step !== 'none' && (
            <MenuItem onClick={() => onOpen('step', person)}>Remover segundo passo</MenuItem>
          )}
          <MenuItem onClick={() => onOpen('end', person)}>Encerrar acessos</MenuItem>
          <MenuSeparator />
          <MenuItem danger onClick={() => onOpen('off', person)}>
            Desativar
          </MenuItem>
        </>
      )}
      {!isOwn && !person.isActive && <MenuItem onClick={() => onOpen('on', person)}>Ativar</MenuItem>}
    </Menu>
  )
}

/** Somebody who works here: one line on a wide screen, two on a phone. */
export const PersonRow = memo(function PersonRow({ person, onOpen }: PersonRowProps) {
  const isOwn = useSession(({ user }) => user?.id === person.id)
  // Whoever reads this is there, whatever the provider has heard so far.
  const shown: Person = isOwn ? { ...person, presence: 'online' } : person
  return (
    <div className="flex min-h-16 items-center gap-3 py-2.5 pr-2 pl-4">
      <Avatar name={person.name} />
      <div className="grid min-w-0 flex-1 gap-x-4 md:grid-cols-[minmax(0,1.3fr)_minmax(0,0.9fr)_minmax(0,1.2fr)] md:items-center">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className={cx('truncate font-semibold text-ui', !person.isActive && 'text-ink-2')}>{person.name}</span>
          {isOwn && <Badge tone="quiet">Você</Badge>}
          {person.reset_asked_at && <Badge tone="attention">Pediu um link de senha</Badge>}
        </p>
        <p className="flex min-w-0 items-center gap-1.5 text-ink-3 text-meta md:hidden">
          {roleName(person.role)} <span aria-hidden="true">·</span> <Presence person={shown} short />
        </p>
        <p className="hidden truncate text-ink-2 text-ui md:block">{roleName(person.role)}</p>
        <p className="hidden min-w-0 text-ink-3 text-meta md:flex">
          <Presence person={shown} />
        </p>
      </div>
      <div className="flex w-(--control-height) shrink-0 justify-end">
        <PersonMenu person={person} onOpen={onOpen} />
      </div>
    </div>
  )
})
