import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { root } from '../bootstrap.mjs'
import { OLDEST_BROWSERS } from './oldest-browsers.ts'

const folder = mkdtempSync(join(tmpdir(), 'prosa-browsers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const plugin = join(root, 'scripts/browsers/lint-plugin.ts')

const CONFIG = { jsPlugins: [plugin], env: { browser: true, es2024: true }, rules: { 'browsers/supported': 'error' } }

/** Returns the lines of a module that oxlint reports. */
const linesReported = (source: string): string[] => {
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(CONFIG))
  writeFileSync(join(folder, 'sample.ts'), source)
  const lines = source.split('\n')
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/.bin/oxlint'), '-f', 'unix', 'sample.ts'], { cwd: folder })
    return []
  } catch (error) {
    const { stdout } = error as { stdout: Buffer }
    const numbers = [...stdout.toString().matchAll(/sample\.ts:(\d+):.*browsers\(supported\)/g)].map(([, line]) => Number(line))
    return [...new Set(numbers)].map((line) => lines[line - 1] ?? '')
  }
}

const MISSING = [
  "export const a = URL.parse('x')",
  'export const b = AbortSignal.any([])',
  'export const c = window.AbortSignal.timeout(5)',
  'export const d = Promise.withResolvers()',
  "export const e = Object.groupBy([], () => 'x')",
  'export const f = [1].toSorted()',
  'export const g = [1].with(0, 2)',
  "export const h = 'x'.toWellFormed()",
  'export const i = new Intl.Segmenter()',
  'export const j = /(?<!a)b/u',
  "export const k = new RegExp('(?<=a)b')",
  "export const l = new CompressionStream('gzip')",
  'export const m = document.startViewTransition(() => {})',
  'export const n = document.body.checkVisibility()',
  "export const o = new URLSearchParams('a=1').size",
  'export const p = navigator.userActivation',
  'export const q = await Array.fromAsync([])',
  'export const r = await Notification.requestPermission()',
]

const PRESENT = [
  "export const a = new URL('x')",
  'export const b = structuredClone({})',
  'export const c = [1].at(-1)',
  'export const d = [1].findLast((n) => n > 0)',
  'export const e = crypto.randomUUID()',
  "export const f = Object.hasOwn({}, 'x')",
  'export const g = new AbortController().signal',
  "export const h = navigator.locks.request('x', () => 1)",
  "export const i = new Intl.ListFormat('pt-BR')",
  'export const j = (z: { union(): void }) => z.union()',
  'export const k = new BroadcastChannel("x")',
  'export const m = URL.createObjectURL(new Blob())',
  'export const l = (URL: { parse(text: string): string }) => URL.parse("x")',
]

it('reports functions, members, classes and patterns that the oldest browsers lack', () => {
  expect(linesReported(MISSING.join('\n'))).toEqual(MISSING)
}, 30_000)

it('reports nothing that all of them have, nor names of our own', () => {
  expect(linesReported(PRESENT.join('\n'))).toEqual([])
}, 30_000)

it('names the same browsers to people', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  expect(readme).toContain(
    `Safari ${OLDEST_BROWSERS.safari} (iPhone e Mac), Chrome ${OLDEST_BROWSERS.chrome} e Firefox ${OLDEST_BROWSERS.firefox}`,
  )
})
