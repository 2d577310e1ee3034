import { scaleBand, scaleLinear } from 'd3-scale'
import { area, curveMonotoneX } from 'd3-shape'
import type { DashboardSummary } from '../queries.ts'

type DayMessages = DashboardSummary['messagesPerDay'][number]

/** Number of days above which the chart draws areas instead of bars, which would be too thin. */
const MAX_BARS = 45
const MIN_BAR_WIDTH_PX = 2
const MAX_BAR_WIDTH_PX = 44
const LABEL_WIDTH_PX = 64
const HEADROOM_FACTOR = 1.08

export const CHART_SIZE = { height: 264, top: 12, bottom: 24, left: 34 } as const

/**
 * Computes the layout of the chart. Messages from leads are drawn above the middle line, replies below it. `width`: width of the chart in
 * pixels.
 */
export function computeChartLayout(days: readonly DayMessages[], width: number) {
  const maxCount = Math.max(1, ...days.map((day) => day.in), ...days.map((day) => day.out))
  const y = scaleLinear()
    .domain([maxCount * HEADROOM_FACTOR, -maxCount * HEADROOM_FACTOR])
    .range([CHART_SIZE.top, CHART_SIZE.height - CHART_SIZE.bottom])
  const x = scaleBand<number>()
    .domain(days.map((_, index) => index))
    .range([CHART_SIZE.left, Math.max(width, CHART_SIZE.left + 1)])
    .padding(days.length > 14 ? 0.25 : 0.35)
  const barWidth = Math.min(MAX_BAR_WIDTH_PX, Math.max(MIN_BAR_WIDTH_PX, x.bandwidth()))
  const getCenterX = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2
  const buildAreaPath = (value: (day: DayMessages) => number) =>
    area<DayMessages>()
      .x((_, index) => getCenterX(index))
      .y0(y(0))
      .y1((day) => y(value(day)))
      .curve(curveMonotoneX)([...days]) ?? ''
  const step = Math.max(1, Math.ceil(days.length / Math.max(1, (width - CHART_SIZE.left) / LABEL_WIDTH_PX)))
  return {
    zero: y(0),
    ticks: y
      .ticks(6)
      .filter((tick) => Number.isInteger(tick))
      .map((tick) => ({ tick: Math.abs(tick), offsetPx: y(tick) })),
    labels: days
      .map((day, index) => ({ day: day.day, offsetPx: getCenterX(index) }))
      .filter((_, at) => (days.length - 1 - at) % step === 0),
    bars:
      days.length > MAX_BARS
        ? null
        : days.map((day, index) => ({
            day: day.day,
            x: getCenterX(index) - barWidth / 2,
            width: barWidth,
            up: { y: y(day.in), height: y(0) - y(day.in) },
            down: { y: y(0), height: y(-day.out) - y(0) },
          })),
    areaPaths: days.length > MAX_BARS ? { up: buildAreaPath((day) => day.in), down: buildAreaPath((day) => -day.out) } : null,
    getCenterX,
    /** Returns the index of the day at a horizontal position. `px`: pixels from the left edge of the chart. */
    getDayIndex: (px: number) => Math.min(days.length - 1, Math.max(0, Math.floor((px - CHART_SIZE.left) / (x.step() || 1)))),
  }
}
