import { readFileSync } from 'node:fs'
import type { Figure, Measure } from './measure.ts'
import { startUp } from './measures/start-up.ts'

const MEASURES: readonly Measure[] = [startUp]

interface Budget {
  readonly unit: string
  readonly atMost: number
}

const budgets = JSON.parse(readFileSync(new URL('../budgets.json', import.meta.url), 'utf8')) as Record<string, Budget>

/** True when the figure keeps its budget; a figure without one is a mistake. */
const report = ({ name, value }: Figure): boolean => {
  const budget = budgets[name]
  if (!budget) throw new Error(`bench/budgets.json has no budget for '${name}'`)
  const kept = value <= budget.atMost
  console.log(`${kept ? 'ok   ' : 'OVER '} ${name}: ${Math.round(value)} ${budget.unit} (at most ${budget.atMost})`)
  return kept
}

const figures: Figure[] = []
for (const measure of MEASURES) figures.push(...(await measure()))
const over = figures.filter((figure) => !report(figure))
console.log(`${figures.length - over.length} kept, ${over.length} over`)
process.exitCode = over.length === 0 && figures.length > 0 ? 0 : 1
