import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hashSources } from './hash-sources.ts'
import { type BuildManifest, listStaticClosure } from './static-closure.ts'

const manifest: BuildManifest = {
  directory: '/dist',
  chunks: {
    'index.html': { file: 'assets/index.js', imports: ['_react.js'] },
    '_react.js': { file: 'assets/react.js' },
    'src/chat-page.tsx': { file: 'assets/chat.js', imports: ['_react.js', '_list.js'] },
    '_DOPmgYP.js': { file: 'assets/inside.js', name: 'inside', imports: ['_react.js'] },
    '_list.js': { file: 'assets/list.js', imports: ['src/chat-page.tsx'] },
    'src/socket.ts': { file: 'assets/socket.js' },
    'src/style.css': { file: 'assets/style.css' },
  },
}

it('counts every module that is fetched before the page works, once, and none that is awaited later', () => {
  expect(listStaticClosure(manifest, ['index.html', 'chat-page'])).toEqual([
    '/dist/assets/index.js',
    '/dist/assets/react.js',
    '/dist/assets/chat.js',
    '/dist/assets/list.js',
  ])
})

it('finds a file by the name that its modules were put together under', () => {
  expect(listStaticClosure(manifest, ['inside'])).toEqual(['/dist/assets/inside.js', '/dist/assets/react.js'])
})

it('refuses to measure a page that is no chunk of its own', () => {
  expect(() => listStaticClosure(manifest, ['settings-page'])).toThrow('settings-page is 0 chunks')
})

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'prosa-hash-'))
  mkdirSync(join(directory, 'app/dist'), { recursive: true })
  writeFileSync(join(directory, 'app/a.ts'), 'one')
})
afterEach(() => rmSync(directory, { recursive: true }))

const hash = (values: string[] = []) => hashSources(directory, ['app'], values)

it('builds again when a source, a name or a baked value changes', () => {
  const before = hash()
  writeFileSync(join(directory, 'app/a.ts'), 'two')
  expect(hash()).not.toBe(before)
  writeFileSync(join(directory, 'app/a.ts'), 'one')
  expect(hash()).toBe(before)
  writeFileSync(join(directory, 'app/b.ts'), '')
  expect(hash()).not.toBe(before)
  rmSync(join(directory, 'app/b.ts'))
  expect(hash(['VITE_X=1'])).not.toBe(before)
})

it('does not build again for a test or for its own result', () => {
  const before = hash()
  writeFileSync(join(directory, 'app/a.test.ts'), 'x')
  writeFileSync(join(directory, 'app/dist/out.js'), 'x')
  expect(hash()).toBe(before)
})
