import { expect, it } from 'vitest'
import { addCounts, checkCounts, playwrightCounts, vitestCounts } from './counts.ts'

const vitest = (report: object) =>
  vitestCounts(JSON.stringify({ success: true, numPassedTests: 7, numFailedTests: 0, testResults: [], ...report }))
const playwright = (stats: object, more: object = {}) =>
  playwrightCounts(JSON.stringify({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0, ...stats }, ...more }))

it('counts what passed and what failed', () => {
  expect(vitest({})).toEqual({ passed: 7, failed: 0 })
  expect(vitest({ success: false, numFailedTests: 2 })).toEqual({ passed: 7, failed: 2 })
  expect(playwright({ unexpected: 1 })).toEqual({ passed: 3, failed: 1 })
})

it('counts a file that could not be loaded as a failure', () => {
  expect(vitest({ success: false, testResults: [{ status: 'failed', assertionResults: [] }] })).toEqual({ passed: 7, failed: 1 })
})

it('counts a run that failed for another reason as a failure', () => {
  expect(vitest({ success: false })).toEqual({ passed: 7, failed: 1 })
  expect(playwright({}, { errors: [{}] })).toEqual({ passed: 3, failed: 1 })
})

it('counts what was skipped or needed a second try as failed', () => {
  expect(playwright({ skipped: 1, flaky: 1 })).toEqual({ passed: 3, failed: 2 })
})

it.each([null, '', '{'])('counts a missing report as a failure (%j)', (text) => {
  expect([vitestCounts(text), playwrightCounts(text), checkCounts(text)].map(({ failed }) => failed)).toEqual([1, 1, 1])
})

it('counts a run of no tests as a failure', () => {
  expect(playwright({ expected: 0 })).toEqual({ passed: 0, failed: 1 })
})

it('adds', () => {
  expect(
    addCounts([
      { passed: 1, failed: 2 },
      { passed: 3, failed: 4 },
    ]),
  ).toEqual({ passed: 4, failed: 6 })
})
