import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { installIsCurrent } from './bootstrap.mjs'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'prosa-bootstrap-'))
  mkdirSync(join(directory, 'node_modules'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const write = (path: string, packages: object) => writeFileSync(join(directory, path), JSON.stringify({ packages }))
const locked = (packages: object) => write('package-lock.json', packages)
const installed = (packages: object) => write('node_modules/.package-lock.json', packages)

const wanted = {
  '': {},
  'apps/panel': { version: '0.1.0' },
  'node_modules/@prosa/panel': { link: true },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/b-darwin': { version: '2.0.0', optional: true },
}

it('is content with what the lock file names, without the optional packages of other platforms', () => {
  locked(wanted)
  installed({ 'node_modules/a': { version: '1.0.0' } })
  expect(installIsCurrent(directory)).toBe(true)
})

it.each([
  ['nothing is installed', null],
  ['a package is missing', {}],
  ['a package has another version', { 'node_modules/a': { version: '0.9.0' } }],
  [
    'an optional package has another version',
    { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b-darwin': { version: '1.0.0' } },
  ],
])('installs again when %s', (_why, present) => {
  locked(wanted)
  if (present) installed(present)
  expect(installIsCurrent(directory)).toBe(false)
})
