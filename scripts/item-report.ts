import { areaLine, coverageLine, coverageProblems, readCoverage } from './items/report.ts'

/**
 * `npm run items` prints how many items of the implemented parts have a test; `--missing` lists those without one, `--ahead` the items of
 * parts not implemented yet.
 */
const coverage = readCoverage()
console.log(coverageLine(coverage))
console.log(areaLine(coverage))
const listed = [
  ...(process.argv.includes('--missing') ? coverage.missing : []),
  ...(process.argv.includes('--ahead') ? coverage.ahead : []),
]
for (const { id, text } of listed) console.log(`${id}  ${text}`)
const problems = coverageProblems(coverage)
for (const line of problems) console.error(line)
if (problems.length > 0) process.exitCode = 1
