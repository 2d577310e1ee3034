import { expect, it } from 'vitest'
import { CHART_SIZE, computeChartLayout } from './messages-chart-layout.ts'

const days = (length: number) => Array.from({ length }, (_, at) => ({ day: `day-${at}`, in: at, out: 2 * at }))

it('DASH-05 what leads wrote rises from the middle line and the answers hang from it, to one scale', () => {
  const { bars, zero } = computeChartLayout(days(7), 600)
  const last = bars?.at(-1)
  expect(last?.up.y).toBeLessThan(zero)
  expect(last?.down.y).toBe(zero)
  expect(last?.down.height).toBeCloseTo(2 * (last?.up.height ?? 0))
  expect(Math.max(...(bars ?? []).map(({ x, width }) => x + width))).toBeLessThanOrEqual(600)
})

it('DASH-05 many days are hills, and their labels never crowd', () => {
  const chart = computeChartLayout(days(90), 320)
  expect(chart.bars).toBeNull()
  expect(chart.areaPaths?.up).toMatch(/^M/)
  expect(chart.labels.length).toBeLessThanOrEqual(5)
  expect(chart.labels.at(-1)?.day).toBe('day-89')
})

it('DASH-05 the pointer finds its day, also outside the bars', () => {
  const chart = computeChartLayout(days(7), 600)
  for (const at of [0, 3, 6]) expect(chart.getDayIndex(chart.getCenterX(at))).toBe(at)
  expect(chart.getDayIndex(0)).toBe(0)
  expect(chart.getDayIndex(5_000)).toBe(6)
})

it('DASH-05 a day without messages draws no bar, and an empty period no crooked scale', () => {
  const { bars, zero } = computeChartLayout([{ day: 'day-0', in: 0, out: 0 }], 300)
  expect(bars?.[0]?.up.height).toBe(0)
  expect(zero).toBe((CHART_SIZE.top + CHART_SIZE.height - CHART_SIZE.bottom) / 2)
})
