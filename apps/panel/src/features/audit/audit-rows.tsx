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
  entries: readonly AuditRow[]
  hasMore: boolean
  onNearEnd: () => void
}

/** Virtualised list of audit entries, grouped by day. Only visible rows are rendered; the page scrolls as a whole. */
export function AuditRows({ entries, hasMore, onNearEnd }: AuditRowsProps) {
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (id: string) => setOpenIds((open) => (open.has(id) ? removeId(open, id) : new Set([...open, id]))),
    [],
  )
  const days = useMemo(
    () => entries.map(({ at }, index) => (isNewDay(entries[index - 1]?.at, at) ? formatDayHeading(at, Date.now()) : null)),
    [entries],
  )
  const getScroller = () => document.getElementById(MAIN_CONTENT_ID)
  useLayoutEffect(() => {
    const scroller = getScroller()
    if (!scroller || !list.current) return
    setTop(list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop)
  }, [])
  const getRowKey = useCallback((index: number) => entries[index]?.id ?? index, [entries])
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: getScroller,
    estimateSize: () => ROW_REM * 16,
    getItemKey: getRowKey,
    overscan: OVERSCAN_ROWS,
    scrollMargin: top,
  })
  const items = virtualizer.getVirtualItems()
  const lastRenderedIndex = items.at(-1)?.index ?? 0
  const notifyNearEnd = useEffectEvent(onNearEnd)
  useEffect(() => {
    if (lastRenderedIndex >= entries.length - NEAR_END_ROWS) notifyNearEnd()
  }, [lastRenderedIndex, entries.length])
  return (
    <div ref={list} role="list" aria-label="Registros" className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {items.map(({ key, index, start }) => {
        const entry = entries[index]
        const day = days[index]
        return (
          entry && (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              role="listitem"
              aria-setsize={hasMore ? -1 : entries.length}
              aria-posinset={index + 1}
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {day && <h2 className="px-4 pt-6 pb-2 font-semibold text-ink-3 text-meta first-letter:uppercase">{day}</h2>}
              <div className="border-line border-b">
                <AuditEntryRow entry={entry} isOpen={openIds.has(entry.id)} onToggle={toggle} />
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

const removeId = (open: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set([...open].filter((openId) => openId !== id))
