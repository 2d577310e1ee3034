import { scaleBand, scaleLinear } from 'd3-scale'
import { area, curveMonotoneX } from 'd3-shape'
import type { Summary } from './queries.ts'

type Day = Summary['messagesPerDay'][number]

/** Number of days above which the chart draws areas, because bars would be too thin. */
const MOST_BARS = 45
const NARROWEST_BAR = 2
const WIDEST_BAR = 44
const LABEL_PX = 64
const HEADROOM = 1.08

export const CHART = { height: 264, top: 12, bottom: 24, left: 34 } as const

/** Computes the chart's layout: messages from leads go up from the middle line, replies go down. */
export function layOut(days: readonly Day[], width: number) {
  const most = Math.max(1, ...days.map((day) => day.in), ...days.map((day) => day.out))
  const y = scaleLinear()
    .domain([most * HEADROOM, -most * HEADROOM])
    .range([CHART.top, CHART.height - CHART.bottom])
  const x = scaleBand<number>()
    .domain(days.map((_, at) => at))
    .range([CHART.left, Math.max(width, CHART.left + 1)])
    .padding(days.length > 14 ? 0.25 : 0.35)
  const barWidth = Math.min(WIDEST_BAR, Math.max(NARROWEST_BAR, x.bandwidth()))
  const middle = (at: number) => (x(at) ?? 0) + x.bandwidth() / 2
  const hill = (value: (day: Day) => number) =>
    area<Day>()
      .x((_, at) => middle(at))
      .y0(y(0))
      .y1((day) => y(value(day)))
      .curve(curveMonotoneX)([...days]) ?? ''
  const step = Math.max(1, Math.ceil(days.length / Math.max(1, (width - CHART.left) / LABEL_PX)))
  return {
    zero: y(0),
    ticks: y
      .ticks(6)
      .filter((tick) => Number.isInteger(tick))
      .map((tick) => ({ tick: Math.abs(tick), at: y(tick) })),
    labels: days.map((day, at) => ({ day: day.day, at: middle(at) })).filter((_, at) => (days.length - 1 - at) % step === 0),
    bars:
      days.length > MOST_BARS
        ? null
        : days.map((day, at) => ({
            day: day.day,
            x: middle(at) - barWidth / 2,
            width: barWidth,
            up: { y: y(day.in), height: y(0) - y(day.in) },
            down: { y: y(0), height: y(-day.out) - y(0) },
          })),
    hills: days.length > MOST_BARS ? { up: hill((day) => day.in), down: hill((day) => -day.out) } : null,
    middle,
    /** Returns the index of the day at a horizontal position in pixels. */
    dayAt: (px: number) => Math.min(days.length - 1, Math.max(0, Math.floor((px - CHART.left) / (x.step() || 1)))),
  }
}
