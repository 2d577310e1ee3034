import type { Person } from '@prosa/contract/entities/organisation/person'
import { canManageUser } from '@prosa/contract/rules/organisation/manage-people'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { createRowRecycler } from '../../shared/lists/row-recycler.ts'
import { useSession } from '../../shared/session/session.ts'
import { cx } from '../../shared/ui/cx.ts'
import { MAIN_CONTENT_ID } from '../../shared/ui/focus/main-content.ts'
import { PersonRow } from './person-row.tsx'

const getRootFontSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
const ROW_REM = 4
const NEAR_END_ROWS = 20
const OVERSCAN_ROWS = 3

const getMainContent = () => document.getElementById(MAIN_CONTENT_ID)

interface VirtualPeopleRowsProps {
  /** Ref to the element of the list. The page scrolls as a whole, so the list's position on the page is needed. */
  box: RefObject<HTMLElement | null>
  people: readonly Person[]
  /** Whether more users can be loaded. */
  hasMore: boolean
  onNearEnd: () => void
  /** Id of the user whose menu is open. `heldId`: id of the user whose row has the focus. Both rows stay rendered. */
  menuId: string | null
  heldId: string | null
}

/** Virtualised list that renders only the visible rows. */
export function VirtualPeopleRows({ box, people, hasMore, onNearEnd, menuId, heldId }: VirtualPeopleRowsProps) {
  const user = useSession((state) => state.user)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const scroller = getMainContent()
    if (!scroller || !box.current) return
    setTop(box.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop)
  }, [box])
  const rowHeight = getRootFontSize() * ROW_REM
  const keyOf = useCallback((index: number) => people[index]?.id ?? index, [people])
  const virtualizer = useVirtualizer({
    count: people.length,
    getScrollElement: getMainContent,
    estimateSize: () => rowHeight + 1,
    getItemKey: keyOf,
    overscan: OVERSCAN_ROWS,
    scrollMargin: top,
  })
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const items = virtualizer.getVirtualItems()
  const [places] = useState(createRowRecycler)
  const placeOf = places(
    items.map(({ key }) => key),
    heldId ?? '',
  )
  const lastShown = items.at(-1)?.index ?? 0
  const nearEnd = useEffectEvent(onNearEnd)
  useEffect(() => {
    if (lastShown >= people.length - NEAR_END_ROWS) nearEnd()
  }, [lastShown, people.length])
  return (
    <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {items.map(({ key, index, start }) => {
        const person = people[index]
        const isOwn = person?.id === user?.id
        return (
          person && (
            <div
              key={placeOf.get(key)}
              role="listitem"
              data-person={person.id}
              aria-setsize={hasMore ? -1 : people.length}
              aria-posinset={index + 1}
              className={cx('absolute left-0 h-[calc(4rem+1px)] w-full border-line contain-strict', index > 0 && 'border-t')}
              style={{ top: start - top }}
            >
              <PersonRow
                person={person}
                isOwn={isOwn}
                hasMenu={isOwn || canManageUser(user?.role ?? '', person.role)}
                isMenuOpen={person.id === menuId}
              />
            </div>
          )
        )
      })}
    </div>
  )
}
