import type { AuditRow } from '@prosa/contract/entities/organisation/audit'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { formatDayHeading, getCalendarDay } from '../../shared/formatting/format-date.ts'
import { MAIN_CONTENT_ID } from '../../shared/ui/focus/main-content.ts'
import { AuditEntryRow } from './audit-entry-row.tsx'

/** Estimated height of a row in rem, used until the row is measured. */
const ROW_REM = 2.75
const NEAR_END_ROWS = 10
const OVERSCAN_ROWS = 8

interface AuditRowsProps {
  acts: readonly AuditRow[]
  /** Whether more entries can be loaded. */
  hasMore: boolean
  onNearEnd: () => void
}

/** Virtualised list of audit entries, grouped by day. Only visible rows are rendered; the page scrolls as a whole. */
export function AuditRows({ acts, hasMore, onNearEnd }: AuditRowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (id: string) => setOpenIds((open) => (open.has(id) ? removeId(open, id) : new Set([...open, id]))),
    [],
  )
  const days = useMemo(
    () => acts.map(({ at }, index) => (isNewDay(acts[index - 1]?.at, at) ? formatDayHeading(at, Date.now()) : null)),
    [acts],
  )
  const page = () => document.getElementById(MAIN_CONTENT_ID)
  useLayoutEffect(() => {
    const scroller = page()
    if (!scroller || !box.current) return
    setTop(box.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop)
  }, [])
  const keyOf = useCallback((index: number) => acts[index]?.id ?? index, [acts])
  const virtualizer = useVirtualizer({
    count: acts.length,
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
    if (lastShown >= acts.length - NEAR_END_ROWS) nearEnd()
  }, [lastShown, acts.length])
  return (
    <div ref={box} role="list" aria-label="Registros" className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {items.map(({ key, index, start }) => {
        const act = acts[index]
        const day = days[index]
        return (
          act && (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              role="listitem"
              aria-setsize={hasMore ? -1 : acts.length}
              aria-posinset={index + 1}
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {day && <h2 className="px-4 pt-6 pb-2 font-semibold text-ink-3 text-meta first-letter:uppercase">{day}</h2>}
              <div className="border-line border-b">
                <AuditEntryRow act={act} isOpen={openIds.has(act.id)} onToggle={toggle} />
              </div>
            </div>
          )
        )
      })}
    </div>
  )
}

const isNewDay = (before: string | undefined, at: string): boolean =>
  before === undefined || getCalendarDay(before) !== getCalendarDay(at)

const removeId = (open: ReadonlySet<string>, id: string): ReadonlySet<string> => new Set([...open].filter((one) => one !== id))
