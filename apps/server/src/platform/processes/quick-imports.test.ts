import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const HOOK = new URL('./quick-imports.ts', import.meta.url)
const folderOf = (name: string) => dirname(findPackageJSON(name, import.meta.url) ?? '')

it.each(['drizzle-orm', 'date-fns'])('every .js file of %s is an ES module, as the hook says', (name) => {
  const folder = folderOf(name)
  const types = globSync('**/package.json', { cwd: folder, exclude: ['node_modules/**'] }).map(
    (file) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { type?: string }).type,
  )
  expect(types).not.toEqual([])
  for (const type of types) expect(type).toBe('module')
})

it('what is loaded with the hook is what is loaded without', () => {
  const names = `
    const all = await Promise.all(['drizzle-orm', 'drizzle-orm/pg-core', 'date-fns/format'].map((name) => import(name)))
    console.log(JSON.stringify(all.map((module) => Object.keys(module).toSorted())))`
  const run = (...args: string[]) => {
    const { stdout, stderr } = spawnSync(process.execPath, [...args, '--input-type=module', '--eval', names], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    return JSON.parse(stdout) as string[][]
  }
  const quick = run('--import', HOOK.href)
  expect(quick).toEqual(run())
  expect(quick.flat()).toContain('pgTable')
})
