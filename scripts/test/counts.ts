/** How many tests a run saw, and what became of them. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  /** What failed, by name, as far as the run said. */
  readonly names?: readonly string[]
  /** What else there is to say of the run. */
  readonly note?: string
}

interface VitestReport {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  testResults: { name?: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

interface PlaywrightSuite {
  specs?: { ok: boolean; file: string; title: string }[]
  suites?: PlaywrightSuite[]
}

interface PlaywrightReport extends PlaywrightSuite {
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
  const names = report.testResults.flatMap(({ name = '', status, assertionResults: tests }) =>
    tests.length === 0 && status === 'failed'
      ? [name]
      : tests.filter((test) => test.status === 'failed').map(({ fullName }) => `${name}: ${fullName}`),
  )
  return { passed: report.numPassedTests, failed: report.success ? failed : Math.max(failed, 1), names }
}

const brokenSpecs = ({ specs = [], suites = [] }: PlaywrightSuite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`),
  ...suites.flatMap(brokenSpecs),
]

/** Counts of Playwright's JSON report. What needed a second try, or did not run, has not passed. */
export const playwrightCounts = (text: string | null): Counts => {
  const report = parse(text) as PlaywrightReport | null
  if (!report) return CRASHED
  const { expected, unexpected, flaky, skipped } = report.stats
  const failed = unexpected + flaky + skipped
  const ran = expected + failed
  const other = (report.errors?.length && failed === 0 ? 1 : 0) + (ran === 0 ? 1 : 0)
  return { passed: expected, failed: failed + other, names: brokenSpecs(report) }
}

/** Counts of `npm run check`: one for each of its steps. */
export const checkCounts = (text: string | null): Counts => (parse(text) as Counts | null) ?? CRASHED

export const addCounts = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
})
