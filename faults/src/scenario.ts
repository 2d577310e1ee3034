import type { Verdict } from './verdict.ts'

export interface Run {
  seed: number
  /** 1 is the size of the figures in docs/faults.md; less is for a quick look. */
  scale: number
}

/** What a scenario found: figures to print, and every promise that did not hold, in words. */
export interface Finding {
  figures: Record<string, number | string>
  broken: string[]
}

export interface Scenario {
  name: string
  /** What is done to the product, for the report. */
  says: string
  /** Why it cannot run on this machine, or null. */
  missing: () => string | null
  run: (run: Run) => Promise<Finding>
}

export const scaled = ({ scale }: Run, count: number): number => Math.max(2, Math.round(count * scale))

/** The promise of every send: each once, in order. */
export function brokenPromises({ sent, lost, doubled, outOfOrder, holes }: Verdict): string[] {
  const counts = { lost, doubled, 'out of order': outOfOrder, 'holes in the order': holes }
  const broken = Object.entries(counts).filter(([, count]) => count > 0)
  if (sent === 0) return ['nothing was sent']
  return broken.map(([what, count]) => `${count} ${what}`)
}

/** A limit that a figure must keep. */
export const limit = (what: string, value: number, atMost: number): string[] =>
  value <= atMost ? [] : [`${what}: ${value}, at most ${atMost}`]

export const SECRET = 'a secret of the fault suite, long enough'

/** What every server process of the suite is told: its data is the scenario's own. */
export const QUIET = { SESSION_SECRET: SECRET, DEMO: '0', LOG_LEVEL: 'error' }
