import { expect, it } from 'vitest'
import { countCheckSteps, countPlaywrightTests, countVitestTests, sumCounts } from './test-counts.ts'

const vitest = (report: object) =>
  countVitestTests(JSON.stringify({ success: true, numPassedTests: 7, numFailedTests: 0, testResults: [], ...report }))
const playwright = (stats: object, more: object = {}) =>
  countPlaywrightTests(JSON.stringify({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0, ...stats }, ...more }))

it('counts what passed and what failed', () => {
  expect(vitest({})).toEqual({ passed: 7, failed: 0, failures: [] })
  expect(vitest({ success: false, numFailedTests: 2 })).toMatchObject({ passed: 7, failed: 2 })
  expect(playwright({ unexpected: 1 })).toMatchObject({ passed: 3, failed: 1 })
})

it('counts a file that could not be loaded as a failure', () => {
  expect(vitest({ success: false, testResults: [{ status: 'failed', assertionResults: [] }] })).toMatchObject({
    passed: 7,
    failed: 1,
  })
})

it('counts a run that failed for another reason as a failure', () => {
  expect(vitest({ success: false })).toMatchObject({ passed: 7, failed: 1 })
  expect(playwright({}, { errors: [{}] })).toMatchObject({ passed: 3, failed: 1 })
})

it('counts what was skipped or needed a second try as failed', () => {
  expect(playwright({ skipped: 1, flaky: 1 })).toMatchObject({ passed: 3, failed: 2 })
})

it.each([null, '', '{'])('counts a missing report as a failure (%j)', (text) => {
  expect([countVitestTests(text), countPlaywrightTests(text), countCheckSteps(text)].map(({ failed }) => failed)).toEqual([
    1, 1, 1,
  ])
})

it('counts a run of no tests as a failure', () => {
  expect(playwright({ expected: 0 })).toMatchObject({ passed: 0, failed: 1 })
})

it('names what failed, and why', () => {
  const tests = [
    { status: 'passed', fullName: 'holds' },
    { status: 'failed', fullName: 'breaks', failureMessages: ['\u001b[31mexpected 1\u001b[39m\n\n  to be 2'] },
  ]
  const files = [
    { name: 'a.test.ts', status: 'failed', assertionResults: tests },
    { name: 'b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
  ]
  expect(vitest({ success: false, numFailedTests: 1, testResults: files }).failures).toEqual([
    { name: 'a.test.ts: breaks', why: 'expected 1\n  to be 2' },
    { name: 'b.test.ts', why: 'Cannot find module' },
  ])
  const specs = [
    { ok: true, file: 'a.spec.ts', title: 'holds' },
    { ok: false, file: 'a.spec.ts', title: 'breaks', tests: [{ results: [{ error: { message: 'Timed out' } }] }] },
  ]
  expect(playwright({ unexpected: 1 }, { suites: [{ suites: [{ specs }] }] }).failures).toEqual([
    { name: 'a.spec.ts: breaks', why: 'Timed out' },
  ])
})

it('adds', () => {
  expect(
    sumCounts([
      { passed: 1, failed: 2 },
      { passed: 3, failed: 4 },
    ]),
  ).toEqual({ passed: 4, failed: 6 })
})
