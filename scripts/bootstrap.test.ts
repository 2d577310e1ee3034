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

const writePackages = (path: string, packages: object) => writeFileSync(join(directory, path), JSON.stringify({ packages }))
const writeLockFile = (packages: object) => writePackages('package-lock.json', packages)
const writeInstalledLockFile = (packages: object) => writePackages('node_modules/.package-lock.json', packages)

const lockedPackages = {
  '': {},
  'apps/panel': { version: '0.1.0' },
  'node_modules/@prosa/panel': { link: true },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/b-darwin': { version: '2.0.0', optional: true },
}

it('is content with what the lock file names, without the optional packages of other platforms', () => {
  writeLockFile(lockedPackages)
  writeInstalledLockFile({ 'node_modules/a': { version: '1.0.0' } })
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
  writeLockFile(lockedPackages)
  if (present) writeInstalledLockFile(present)
  expect(installIsCurrent(directory)).toBe(false)
})
