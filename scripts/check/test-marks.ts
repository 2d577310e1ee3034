import { wideTitles } from '../test/read-tests.ts'

const MARK = /\b(?:it|test|describe|suite|bench)(?:\.\w+){0,3}\.(?:only|skip|todo|fixme|fails|fail)\b|\bx(?:it|test|describe)\(/

/** Tests that are focused, skipped or promised: each makes a green run say less than it seems to. */
export const testMarkProblems = (file: string, source: string): string[] =>
  source.split('\n').flatMap((line, index) => {
    const mark = MARK.exec(line)?.[0]
    return mark ? [`${file}:${index + 1} uses ${mark}: finish the test or take it out`] : []
  })

/** Tests that take long and that no part of the tests runs: `taken` is what `wide` gives to Vitest; Playwright finds its own by their titles. */
export const wideProblems = (file: string, source: string, taken: ReadonlySet<string>): string[] =>
  file.endsWith('.spec.ts') || taken.has(file) || !/wide/i.test(source)
    ? []
    : wideTitles(file, source).map(
        (title) => `${file}: no part of the tests runs ${title}: unit leaves it out, wide does not take the file`,
      )
