import { findCoverageProblems, formatAreaCoverage, formatCoverage, readItemCoverage } from './item-report-lines.ts'

/**
 * `npm run items`: prints how many implemented items have a test. `--missing` lists those without a test; `--ahead` lists the items that
 * are not implemented yet.
 */
const coverage = readItemCoverage()
console.log(formatCoverage(coverage))
console.log(formatAreaCoverage(coverage))
const listedItems = [
  ...(process.argv.includes('--missing') ? coverage.missing : []),
  ...(process.argv.includes('--ahead') ? coverage.ahead : []),
]
for (const { id, text } of listedItems) console.log(`${id}  ${text}`)
const problems = findCoverageProblems(coverage)
for (const line of problems) console.error(line)
if (problems.length > 0) process.exitCode = 1
