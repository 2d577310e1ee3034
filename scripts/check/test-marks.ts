import { extractWideTitles } from '../test/read-tests.ts'

const TEST_MARK =
  /\b(?:it|test|describe|suite|bench)(?:\.\w+){0,3}\.(?:only|skip|todo|fixme|fails|fail)\b|\bx(?:it|test|describe)\(/

/** Returns a problem for each focused, skipped or todo test, because such tests make a passing run cover less than it seems. */
export const findTestMarkProblems = (file: string, source: string): string[] =>
  source.split('\n').flatMap((line, index) => {
    const mark = TEST_MARK.exec(line)?.[0]
    return mark ? [`${file}:${index + 1} uses ${mark}: finish the test or take it out`] : []
  })

/**
 * Returns a problem for each long-running (`@wide`) test that no test run includes. Browser tests are not checked, because Playwright
 * selects them by title.
 * @param taken files that the test part `wide` passes to Vitest
 */
export const findUnrunWideTests = (file: string, source: string, taken: ReadonlySet<string>): string[] =>
  file.endsWith('.spec.ts') || taken.has(file) || !/wide/i.test(source)
    ? []
    : extractWideTitles(file, source).map(
        (title) => `${file}: no part of the tests runs ${title}: unit leaves it out, wide does not take the file`,
      )
