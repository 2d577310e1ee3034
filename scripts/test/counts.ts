/** How many tests a run saw, and what became of them. */
export interface Counts {
  readonly passed: number
  readonly failed: number
}

interface VitestReport {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors?: unknown[]
}

const CRASHED: Counts = { passed: 0, failed: 1 }

const parse = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Counts of Vitest's JSON report. A file that could not run at all counts as a failure, and so does a run without a report. */
export const vitestCounts = (text: string | null): Counts => {
  const report = parse(text) as VitestReport | null
  if (!report) return CRASHED
  const broken = report.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
  const failed = report.numFailedTests + broken.length
  return { passed: report.numPassedTests, failed: report.success ? failed : Math.max(failed, 1) }
}

/** Counts of Playwright's JSON report. What needed a second try, or did not run, has not passed. */
export const playwrightCounts = (text: string | null): Counts => {
  const report = parse(text) as PlaywrightReport | null
  if (!report) return CRASHED
  const { expected, unexpected, flaky, skipped } = report.stats
  const failed = unexpected + flaky + skipped
  const ran = expected + failed
  return { passed: expected, failed: failed + (report.errors?.length && failed === 0 ? 1 : 0) + (ran === 0 ? 1 : 0) }
}

/** Counts of `npm run check`: one for each of its steps. */
export const checkCounts = (text: string | null): Counts => (parse(text) as Counts | null) ?? CRASHED

export const addCounts = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
})
