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
  hasMore: boolean
  onNearEnd: () => void
}

/**
 * List of users. All rows share one menu and one set of dialogs. Separate ones would slow down a list of thousands, and would be removed
 * together with their row.
 */
export function PeopleRows({ people, hasMore, onNearEnd }: PeopleRowsProps) {
  const listRef = useRef<HTMLDivElement>(null)
  const menu = useLayer()
  const [menuId, setMenuId] = useState<string | null>(null)
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const [openDialog, setOpenDialog] = useState<{ kind: PersonDialogKind | null; person: Person } | null>(null)
  const menuPerson = people.find(({ id }) => id === menuId)

  const preload = () => {
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
      ref={listRef}
      role="list"
      aria-label="Pessoas"
      tabIndex={-1}
      onPointerEnter={preload}
      onFocus={(event: FocusEvent) => {
        preload()
        setFocusedId(getRowId(event.target))
      }}
      onClick={(event: MouseEvent) => openMenu(event.target, event.detail === 0)}
      onKeyDown={onKeyDown}
      className="overflow-hidden rounded-card border border-line bg-surface outline-none"
    >
      <VirtualPeopleRows
        listRef={listRef}
        people={people}
        hasMore={hasMore}
        onNearEnd={onNearEnd}
        menuId={menu.open ? menuId : null}
        focusedId={focusedId}
      />
      {menu.position && menuPerson && (
        <Suspense
          fallback={menu.open && <LayerPlaceholder opener={menu.position.opener} onDismiss={() => menu.setOpen(false)} />}
        >
          <MenuLayer open={menu.open} onOpenChange={menu.setOpen} {...menu.position} align="end">
            <PersonMenuItems person={menuPerson} onOpen={(kind, person) => setOpenDialog({ kind, person })} />
          </MenuLayer>
        </Suspense>
      )}
      {openDialog && (
        <Suspense>
          <PersonDialogs
            person={openDialog.person}
            kind={openDialog.kind}
            onClose={() => setOpenDialog({ ...openDialog, kind: null })}
            finalFocus={listRef}
          />
        </Suspense>
      )}
    </div>
  )
}
