import { stripVTControlCharacters } from 'node:util'

interface TestFailure {
  readonly name: string
  /** Reason of the failure, shortened to a few lines. '' if the report contains no reason. */
  readonly why: string
}

export interface TestCounts {
  readonly passed: number
  readonly failed: number
  /** Failed tests. Undefined if the report does not name them. */
  readonly failures?: readonly TestFailure[]
  readonly note?: string
}

interface VitestReport {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name?: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

interface PlaywrightSuite {
  specs?: { ok: boolean; file: string; title: string; tests?: { results: { error?: { message?: string } }[] }[] }[]
  suites?: PlaywrightSuite[]
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors?: unknown[]
}

const MAX_REASON_LINES = 12

/** Shortens an error message to its first lines, which contain the expected and the actual value. */
const shortenError = (message = ''): string =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_REASON_LINES)
    .join('\n')

const CRASHED_COUNTS: TestCounts = { passed: 0, failed: 1 }

const parseReport = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Counts tests in Vitest's JSON report. A missing report, and every file that could not run, count as failures. */
export const countVitestTests = (text: string | null): TestCounts => {
  const report = parseReport(text) as VitestReport | null
  if (!report) return CRASHED_COUNTS
  const broken = report.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
  const failed = report.numFailedTests + broken.length
  const failures = report.testResults.flatMap(({ name = '', status, message, assertionResults: tests }) =>
    tests.length === 0 && status === 'failed'
      ? [{ name, why: shortenError(message) }]
      : tests
          .filter((test) => test.status === 'failed')
          .map(({ fullName, failureMessages }) => ({ name: `${name}: ${fullName}`, why: shortenError(failureMessages?.[0]) })),
  )
  return { passed: report.numPassedTests, failed: report.success ? failed : Math.max(failed, 1), failures }
}

const listFailedSpecs = ({ specs = [], suites = [] }: PlaywrightSuite): TestFailure[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests = [] }) => ({
      name: `${file}: ${title}`,
      why: shortenError(tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message),
    })),
  ...suites.flatMap(listFailedSpecs),
]

/** Counts tests in Playwright's JSON report. Flaky and skipped tests count as failures. */
export const countPlaywrightTests = (text: string | null): TestCounts => {
  const report = parseReport(text) as PlaywrightReport | null
  if (!report) return CRASHED_COUNTS
  const { expected, unexpected, flaky, skipped } = report.stats
  const failed = unexpected + flaky + skipped
  const ran = expected + failed
  const other = (report.errors?.length && failed === 0 ? 1 : 0) + (ran === 0 ? 1 : 0)
  return { passed: expected, failed: failed + other, failures: listFailedSpecs(report) }
}

/** Counts the steps of `npm run check`. A missing report counts as a failure. */
export const countCheckSteps = (text: string | null): TestCounts => (parseReport(text) as TestCounts | null) ?? CRASHED_COUNTS

export const sumCounts = (all: readonly TestCounts[]): TestCounts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
})
