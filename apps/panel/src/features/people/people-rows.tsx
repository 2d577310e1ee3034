import type { Person } from '@prosa/contract/entities/organisation/person'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, Suspense, useRef, useState } from 'react'
import { lazyComponent } from '../../shared/lazy-loading/lazy-component.tsx'
import { LayerPlaceholder } from '../../shared/ui/layers/layer-placeholder.tsx'
import { useLayer } from '../../shared/ui/layers/use-layer.ts'
import { MenuLayer, preloadMenu } from '../../shared/ui/menus/menu.tsx'
import type { PersonDialogKind } from './person-dialog-kind.ts'
import { PersonMenuItems } from './person-menu-items.tsx'
import { VirtualPeopleRows } from './virtual-people-rows.tsx'

const [PersonDialogs, preloadDialogs] = lazyComponent(() => import('./person-dialogs.tsx'))

const getRowId = (target: EventTarget) => (target as HTMLElement).closest<HTMLElement>('[data-person]')?.dataset.person ?? null

interface PeopleRowsProps {
  people: readonly Person[]
  /** Whether more users can be loaded. */
  hasMore: boolean
  onNearEnd: () => void
}

/**
 * List of users. All rows share one menu and one set of dialogs: separate ones would slow down a list of thousands, and would unmount with
 * their row.
 */
export function PeopleRows({ people, hasMore, onNearEnd }: PeopleRowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const menu = useLayer()
  const [menuId, setMenuId] = useState<string | null>(null)
  const [heldId, setHeldId] = useState<string | null>(null)
  const [about, setAbout] = useState<{ layer: PersonDialogKind | null; person: Person } | null>(null)
  const inMenu = people.find(({ id }) => id === menuId)

  const prepare = () => {
    preloadMenu()
    preloadDialogs()
  }
  const openMenu = (target: EventTarget, byKeyboard: boolean): boolean => {
    const opener = (target as HTMLElement).closest<HTMLElement>('[data-actions]')
    if (!opener) return false
    const id = getRowId(opener)
    if (menu.open && id === menuId && !byKeyboard) menu.setOpen(false)
    else {
      setMenuId(id)
      menu.openAt(opener, { byKeyboard })
    }
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && openMenu(event.target, true)) event.preventDefault()
  }
  return (
    <div
      ref={box}
      role="list"
      aria-label="Pessoas"
      tabIndex={-1}
      onPointerEnter={prepare}
      onFocus={(event: FocusEvent) => {
        prepare()
        setHeldId(getRowId(event.target))
      }}
      onClick={(event: MouseEvent) => openMenu(event.target, event.detail === 0)}
      onKeyDown={onKeyDown}
      className="overflow-hidden rounded-card border border-line bg-surface outline-none"
    >
      <VirtualPeopleRows
        box={box}
        people={people}
        hasMore={hasMore}
        onNearEnd={onNearEnd}
        menuId={menu.open ? menuId : null}
        heldId={heldId}
      />
      {menu.place && inMenu && (
        <Suspense fallback={menu.open && <LayerPlaceholder opener={menu.place.opener} onLeave={() => menu.setOpen(false)} />}>
          <MenuLayer open={menu.open} onOpenChange={menu.setOpen} {...menu.place} align="end">
            <PersonMenuItems person={inMenu} onOpen={(layer, person) => setAbout({ layer, person })} />
          </MenuLayer>
        </Suspense>
      )}
      {about && (
        <Suspense>
          <PersonDialogs
            person={about.person}
            layer={about.layer}
            onClose={() => setAbout({ ...about, layer: null })}
            returnTo={box}
          />
        </Suspense>
      )}
    </div>
  )
}
