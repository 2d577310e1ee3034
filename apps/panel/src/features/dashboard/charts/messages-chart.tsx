import { type PointerEvent, useMemo } from 'react'
import { formatCount } from '../figures.ts'
import type { DashboardSummary } from '../queries.ts'
import { CHART_SIZE, computeChartLayout } from './messages-chart-layout.ts'
import { useElementWidth } from './use-element-width.ts'

interface MessagesChartProps {
  days: DashboardSummary['messagesPerDay']
  label: string
  formatDay: (day: string) => string
  /** Index of the day under the pointer, or null. */
  hoveredIndex: number | null
  onHover: (index: number | null) => void
}

const CORNER_RADIUS_PX = 4
/** Returns the SVG path of a bar whose outer corners are rounded. */
const buildBarPath = (x: number, width: number, baseline: number, height: number, isUp: boolean): string => {
  const r = Math.min(CORNER_RADIUS_PX, width / 2, height)
  const [end, bend] = isUp ? [baseline - height, r] : [baseline + height, -r]
  return `M${x} ${baseline}V${end + bend}Q${x} ${end} ${x + r} ${end}H${x + width - r}Q${x + width} ${end} ${x + width} ${end + bend}V${baseline}Z`
}

/** Chart of messages per day. A table beside the chart gives the same data to screen readers. */
export default function MessagesChart({ days, label, formatDay, hoveredIndex, onHover }: MessagesChartProps) {
  const { ref, width } = useElementWidth<HTMLDivElement>()
  const chart = useMemo(() => computeChartLayout(days, width), [days, width])
  const { zero, ticks, labels, bars, areaPaths, getCenterX } = chart
  const handlePointer = (event: PointerEvent<SVGSVGElement>) => {
    const index = chart.getDayIndex(event.clientX - event.currentTarget.getBoundingClientRect().left)
    onHover(index)
  }
  return (
    <div ref={ref} className="min-w-0" style={{ minHeight: CHART_SIZE.height }}>
      {width > 0 && (
        <svg
          role="img"
          aria-label={label}
          width={width}
          height={CHART_SIZE.height}
          className="block touch-pan-y select-none"
          onPointerMove={handlePointer}
          onPointerDown={handlePointer}
          onPointerLeave={() => onHover(null)}
        >
          {ticks.map(({ tick, offsetPx }) => (
            <g key={offsetPx}>
              <line x1={CHART_SIZE.left} x2={width} y1={offsetPx} y2={offsetPx} className="stroke-line" strokeWidth={1} />
              <text
                x={CHART_SIZE.left - 8}
                y={offsetPx}
                dy="0.35em"
                textAnchor="end"
                className="fill-ink-3 text-[0.6875rem] tabular"
              >
                {formatCount(tick)}
              </text>
            </g>
          ))}
          {hoveredIndex !== null && (
            <line
              x1={getCenterX(hoveredIndex)}
              x2={getCenterX(hoveredIndex)}
              y1={CHART_SIZE.top}
              y2={CHART_SIZE.height - CHART_SIZE.bottom}
              className="stroke-control"
              strokeWidth={1}
            />
          )}
          {bars?.map((bar, index) => (
            <g key={bar.day} opacity={hoveredIndex === null || hoveredIndex === index ? 1 : 0.5}>
              {bar.up.height > 0 && (
                <path d={buildBarPath(bar.x, bar.width, zero, bar.up.height, true)} className="fill-control" />
              )}
              {bar.down.height > 0 && (
                <path d={buildBarPath(bar.x, bar.width, zero, bar.down.height, false)} className="fill-primary" />
              )}
            </g>
          ))}
          {areaPaths && (
            <>
              <path d={areaPaths.up} className="fill-control" />
              <path d={areaPaths.down} className="fill-primary" />
            </>
          )}
          <line x1={CHART_SIZE.left} x2={width} y1={zero} y2={zero} className="stroke-ink-3" strokeWidth={1} />
          {labels.map(({ day, offsetPx }) => (
            <text
              key={day}
              x={Math.min(offsetPx, width - 16)}
              y={CHART_SIZE.height - 6}
              textAnchor="middle"
              className="fill-ink-3 text-[0.6875rem] tabular"
            >
              {formatDay(day)}
            </text>
          ))}
        </svg>
      )}
    </div>
  )
}
