import type { SendComparison } from './measurement/send-comparison.ts'

export interface ScenarioRun {
  seed: number
  /** Factor for the amount of work; 1 gives the figures of docs/faults.md, less is for a quick run. */
  scale: number
}

/** Result of a scenario: figures to print, and a description of every broken guarantee. */
export interface ScenarioResult {
  figures: Record<string, number | string>
  broken: string[]
}

export interface Scenario {
  name: string
  /** What the scenario does to the product, for the report. */
  says: string
  /** Returns why it cannot run on this machine, or null if it can. */
  missing: () => string | null
  run: (run: ScenarioRun) => Promise<ScenarioResult>
}

export const scaleCount = ({ scale }: ScenarioRun, count: number): number => Math.max(2, Math.round(count * scale))

/** Returns the violations of the guarantee for sends: each message exactly once and in order. */
export function findSendViolations({ sent, lost, doubled, outOfOrder, holes }: SendComparison): string[] {
  const counts = { lost, doubled, 'out of order': outOfOrder, 'holes in the order': holes }
  const broken = Object.entries(counts).filter(([, count]) => count > 0)
  if (sent === 0) return ['nothing was sent']
  return broken.map(([what, count]) => `${count} ${what}`)
}

/** Returns a violation if a figure exceeds its limit, otherwise an empty list. */
export const findLimitViolation = (what: string, value: number, atMost: number): string[] =>
  value <= atMost ? [] : [`${what}: ${value}, at most ${atMost}`]

export const FAULT_SESSION_SECRET = 'a secret of the fault suite, long enough'

/** Environment variables of every server process in the suite. Each scenario has its own data. */
export const FAULT_SERVER_ENV = { SESSION_SECRET: FAULT_SESSION_SECRET, DEMO: '0', LOG_LEVEL: 'error' }
