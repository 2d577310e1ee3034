import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sumCounts, type TestCounts } from './test/test-counts.ts'
import { DEFAULT_TEST_PARTS, TEST_PARTS, type TestPart } from './test/test-parts.ts'

const isTestPart = (name: string): name is TestPart => name in TEST_PARTS
const allParts = Object.keys(TEST_PARTS).filter(isTestPart)

const requestedWords = process.argv.slice(2)
const unknownWords = requestedWords.filter((word) => word !== 'all' && !isTestPart(word))
if (unknownWords.length > 0) {
  console.error(`No part of the tests is called ${unknownWords.join(', ')}: there are ${allParts.join(', ')} and all`)
  process.exit(1)
}
const selectedParts = allParts.filter((name) => requestedWords.includes('all') || requestedWords.includes(name))

const printHeadline = (text: string) => console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 70 - text.length))}`)

const reportsFolder = mkdtempSync(join(tmpdir(), 'prosa-test-'))
const started = Date.now()
const results: (TestCounts & { name: TestPart; seconds: number })[] = []
for (const name of selectedParts.length > 0 ? selectedParts : DEFAULT_TEST_PARTS) {
  printHeadline(name)
  const began = Date.now()
  const counts = await TEST_PARTS[name]({ reports: reportsFolder })
  results.push({ name, seconds: Math.round((Date.now() - began) / 1000), ...counts })
}
rmSync(reportsFolder, { recursive: true, force: true })

printHeadline(`${Math.round((Date.now() - started) / 1000)} s`)
for (const { name: part, seconds, passed, failed, failures = [], note } of results) {
  console.log(`${part.padEnd(8)} ${passed} passed, ${failed} failed, ${seconds} s${note ? ` (${note})` : ''}`)
  // Prints the failures last, because long logs are often truncated at the beginning.
  for (const { name, why } of failures) console.log(`         ✗ ${name}\n${why.replace(/^/gm, ' '.repeat(11))}`)
}
const total = sumCounts(results)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
