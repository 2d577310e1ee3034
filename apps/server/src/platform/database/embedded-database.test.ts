import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ConfigError } from '../config/config-error.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'

// These tests open the embedded database many times, twice in another process.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const emptyFolder = () => mkdtempSync(join(tmpdir(), 'prosa-embedded-'))

/** A new database, created once because that is slow; each test works on a copy. */
const made = emptyFolder()
beforeAll(async () => {
  await (await openEmbeddedDatabase({ dataDir: made })).close()
})
afterAll(() => rmSync(made, { recursive: true }))

let dataDir: string
beforeEach(() => {
  dataDir = emptyFolder()
  cpSync(made, dataDir, { recursive: true })
})
afterEach(() => rmSync(dataDir, { recursive: true }))

/** Script of another process that opens the directory, inserts rows endlessly, and prints the number of each committed row. */
const HOLDER = `
import { openEmbeddedDatabase } from ${JSON.stringify(new URL('./embedded-database.ts', import.meta.url).href)}
const database = await openEmbeddedDatabase({ dataDir: process.argv[1] })
await database.client.exec('CREATE TABLE IF NOT EXISTS kept (n serial PRIMARY KEY)')
for (;;) {
  const { rows } = await database.client.query('INSERT INTO kept DEFAULT VALUES RETURNING n')
  process.stdout.write(rows[0].n + '\\n')
}`

async function startHolder() {
  const args = ['--trace-wasm-code-gc', '--input-type=module', '-e', HOLDER, dataDir]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let promised = 0
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    for (const line of chunk.toString().split('\n')) promised = Math.max(promised, Number(line) || 0)
  })
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => {
      throw new Error('The other process ended before it wrote')
    }),
  ])
  return { child, promised: () => promised, said: () => said }
}

it('a second opener of the directory is refused with the reason, and the first goes on @wide', async () => {
  const { child } = await startHolder()
  const refused = await openEmbeddedDatabase({ dataDir }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ConfigError)
  expect((refused as Error).message).toContain('Outro processo já está usando')
  expect(child.exitCode).toBeNull()
  child.kill('SIGKILL')
  await once(child, 'exit')
})

it('kill -9 loses nothing that was promised, and leaves no lock behind @wide', async () => {
  const { child, promised, said } = await startHolder()
  while (promised() < 50) await once(child.stdout, 'data')
  expect(said(), 'V8 throws no code of the database away').not.toContain('wasm-gc')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const database = await openEmbeddedDatabase({ dataDir })
  const { rows } = await database.client.query<{ n: number }>('SELECT max(n) AS n FROM kept')
  expect(rows[0]?.n).toBeGreaterThanOrEqual(promised())
  await database.close()
})

it('its files are 0600 in folders of 0700, also those that were open to everybody before', async () => {
  const modes = (folder: string) => [
    ...new Set(
      [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))].map((path) => {
        const found = statSync(path)
        return `${found.isDirectory() ? 'folder' : 'file'} ${(found.mode & 0o777).toString(8)}`
      }),
    ),
  ]
  expect(modes(join(made, 'postgres')).sort()).toEqual(['file 600', 'folder 700'])
  const folder = join(dataDir, 'postgres')
  chmodSync(folder, 0o755)
  chmodSync(join(folder, 'PG_VERSION'), 0o666)
  const again = await openEmbeddedDatabase({ dataDir })
  await again.client.exec('CREATE TABLE later (n int); INSERT INTO later SELECT generate_series(1, 5000)')
  await again.close()
  expect(modes(folder).sort()).toEqual(['file 600', 'folder 700'])
})

it('reads arrays of every type of PostgreSQL, and knows nothing of arrays of whole rows, which it would copy for each query', async () => {
  const database = await openEmbeddedDatabase({ dataDir })
  const { rows } = await database.client.query(
    "SELECT ARRAY['a'] AS t, ARRAY[1] AS i, ARRAY[true] AS b, ARRAY['0193e1a4-0000-7000-8000-000000000000'::uuid] AS u, ARRAY['{\"a\":1}'::jsonb] AS j",
  )
  expect(rows).toEqual([{ t: ['a'], i: [1], b: [true], u: ['0193e1a4-0000-7000-8000-000000000000'], j: [{ a: 1 }] }])
  expect(Object.keys(database.client.parsers).length).toBeLessThan(150)
  await database.close()
})
