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
  /**
   * Ref to the element of the list. The page scrolls as a whole, so the rows are positioned relative to this element's place on the page.
   */
  listRef: RefObject<HTMLElement | null>
  people: readonly Person[]
  hasMore: boolean
  onNearEnd: () => void
  /** Id of the user whose menu is open. The user's row stays rendered. */
  menuId: string | null
  /** Id of the user whose row has the focus. This row stays rendered too. */
  focusedId: string | null
}

/** Virtualised list that renders only the visible rows. */
export function VirtualPeopleRows({ listRef, people, hasMore, onNearEnd, menuId, focusedId }: VirtualPeopleRowsProps) {
  const user = useSession((state) => state.user)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const scroller = getMainContent()
    if (!scroller || !listRef.current) return
    setTop(listRef.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop)
  }, [listRef])
  const rowHeight = getRootFontSize() * ROW_REM
  const getRowKey = useCallback((index: number) => people[index]?.id ?? index, [people])
  const virtualizer = useVirtualizer({
    count: people.length,
    getScrollElement: getMainContent,
    estimateSize: () => rowHeight + 1,
    getItemKey: getRowKey,
    overscan: OVERSCAN_ROWS,
    scrollMargin: top,
  })
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const items = virtualizer.getVirtualItems()
  const [assignSlots] = useState(createRowRecycler)
  const slotByKey = assignSlots(
    items.map(({ key }) => key),
    focusedId ?? '',
  )
  const lastRenderedIndex = items.at(-1)?.index ?? 0
  const notifyNearEnd = useEffectEvent(onNearEnd)
  useEffect(() => {
    if (lastRenderedIndex >= people.length - NEAR_END_ROWS) notifyNearEnd()
  }, [lastRenderedIndex, people.length])
  return (
    <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {items.map(({ key, index, start }) => {
        const person = people[index]
        const isOwn = person?.id === user?.id
        return (
          person && (
            <div
              key={slotByKey.get(key)}
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
