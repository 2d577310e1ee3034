import { extractWideTitles } from '../test/read-tests.ts'

const TEST_MARK =
  /\b(?:it|test|describe|suite|bench)(?:\.\w+){0,3}\.(?:only|skip|todo|fixme|fails|fail)\b|\bx(?:it|test|describe)\(/

/** Returns a problem for each focused, skipped or todo test: with them, a passing run covers less than it seems. */
export const findTestMarkProblems = (file: string, source: string): string[] =>
  source.split('\n').flatMap((line, index) => {
    const mark = TEST_MARK.exec(line)?.[0]
    return mark ? [`${file}:${index + 1} uses ${mark}: finish the test or take it out`] : []
  })

/**
 * Returns a problem for each long-running (`@wide`) test that no test part runs. `taken`: the files that the part `wide` passes to Vitest;
 * Playwright finds its tests by title.
 */
export const findUnrunWideTests = (file: string, source: string, taken: ReadonlySet<string>): string[] =>
  file.endsWith('.spec.ts') || taken.has(file) || !/wide/i.test(source)
    ? []
    : extractWideTitles(file, source).map(
        (title) => `${file}: no part of the tests runs ${title}: unit leaves it out, wide does not take the file`,
      )
