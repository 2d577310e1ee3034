import { areaLine, coverageLine, readCoverage } from './items/report.ts'

/** `npm run items` says how many items of docs/items.md a test names; `npm run items -- --missing` lists the others. */
const coverage = readCoverage()
console.log(coverageLine(coverage))
console.log(areaLine(coverage))
if (process.argv.includes('--missing')) {
  for (const { id, text } of coverage.missing) console.log(`${id}  ${text}`)
}
for (const line of coverage.unknown) console.error(line)
if (coverage.unknown.length > 0) process.exitCode = 1
