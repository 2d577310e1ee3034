import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addCounts, type Counts } from './test/counts.ts'
import { PARTS, type Part, USUAL } from './test/run.ts'

const isPart = (name: string): name is Part => name in PARTS
const every = Object.keys(PARTS).filter(isPart)

const wanted = process.argv.slice(2)
const unknown = wanted.filter((word) => word !== 'all' && !isPart(word))
if (unknown.length > 0) {
  console.error(`No part of the tests is called ${unknown.join(', ')}: there are ${every.join(', ')} and all`)
  process.exit(1)
}
const named = every.filter((name) => wanted.includes('all') || wanted.includes(name))

const headline = (text: string) => console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 70 - text.length))}`)

const reports = mkdtempSync(join(tmpdir(), 'prosa-test-'))
const started = Date.now()
const results: (Counts & { name: Part; seconds: number })[] = []
for (const name of named.length > 0 ? named : USUAL) {
  headline(name)
  const began = Date.now()
  const counts = await PARTS[name]({ reports })
  results.push({ name, seconds: Math.round((Date.now() - began) / 1000), ...counts })
}
rmSync(reports, { recursive: true, force: true })

headline(`${Math.round((Date.now() - started) / 1000)} s`)
for (const { name: part, seconds, passed, failed, failures = [], note } of results) {
  console.log(`${part.padEnd(8)} ${passed} passed, ${failed} failed, ${seconds} s${note ? ` (${note})` : ''}`)
  // Prints the failures at the end, because logs are often truncated to their end.
  for (const { name, why } of failures) console.log(`         ✗ ${name}\n${why.replace(/^/gm, ' '.repeat(11))}`)
}
const total = addCounts(results)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
