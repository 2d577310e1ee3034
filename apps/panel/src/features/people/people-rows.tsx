import type { Person } from '@prosa/contract/entities/person'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Suspense, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { PAGE_ID } from '../../shared/page.ts'
import { latePart } from '../../shared/ui/late-part.tsx'
import type { OpenLayer, PersonLayer } from './layers.ts'
import { PersonRow } from './person-row.tsx'

/** A row's height before it has been measured, in rem. */
const ROW_REM = 4
const NEAR_END_ROWS = 10
const OVERSCAN_ROWS = 6

const [PersonLayers, prepareLayers] = latePart(() => import('./person-layers.tsx'))

interface PeopleRowsProps {
  people: readonly Person[]
  /** More of them have not been asked for yet. */
  hasMore: boolean
  onNearEnd: () => void
}

/** Only the rows in sight are in the page, which scrolls as a whole. */
export function PeopleRows({ people, hasMore, onNearEnd }: PeopleRowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  // One set of dialogs for every row: a row that is scrolled away, or leaves the list, would take its own along.
  const [about, setAbout] = useState<{ layer: PersonLayer | null; person: Person } | null>(null)
  const onOpen = useCallback<OpenLayer>((layer, person) => setAbout({ layer, person }), [])
  const page = () => document.getElementById(PAGE_ID)
  useLayoutEffect(() => {
    const scroller = page()
    if (!scroller || !box.current) return
    setTop(box.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop)
  }, [])
  const keyOf = useCallback((index: number) => people[index]?.id ?? index, [people])
  const virtualizer = useVirtualizer({
    count: people.length,
    getScrollElement: page,
    estimateSize: () => ROW_REM * 16,
    getItemKey: keyOf,
    overscan: OVERSCAN_ROWS,
    scrollMargin: top,
  })
  const items = virtualizer.getVirtualItems()
  const lastShown = items.at(-1)?.index ?? 0
  const nearEnd = useEffectEvent(onNearEnd)
  useEffect(() => {
    if (lastShown >= people.length - NEAR_END_ROWS) nearEnd()
  }, [lastShown, people.length])
  return (
    <div
      ref={box}
      tabIndex={-1}
      onPointerEnter={prepareLayers}
      onFocus={prepareLayers}
      className="rounded-card border border-line bg-surface outline-none"
    >
      <div role="list" aria-label="Pessoas" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ key, index, start }) => {
          const person = people[index]
          return (
            person && (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                role="listitem"
                aria-setsize={hasMore ? -1 : people.length}
                aria-posinset={index + 1}
                className="absolute top-0 left-0 w-full border-line border-t data-[index='0']:border-t-0"
                style={{ transform: `translateY(${start - top}px)` }}
              >
                <PersonRow person={person} onOpen={onOpen} />
              </div>
            )
          )
        })}
      </div>
      {about && (
        <Suspense>
          <PersonLayers
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
