import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal, root } from '../bootstrap.mjs'
import { sourceHash } from './source-hash.ts'

const PAGES = [
  { workspace: 'apps/panel', name: 'o painel' },
  { workspace: 'apps/webchat', name: 'o chat do lead' },
] as const
const SHARED = ['packages/contract', 'packages/theme', 'tsconfig.base.json', 'package-lock.json']

/** Vite bakes these into the pages, so another value is another build. */
const bakedEnvironment = () =>
  Object.entries(process.env)
    .filter(([name]) => name.startsWith('VITE_'))
    .map(([name, value]) => `${name}=${value}`)
    .sort()

const viteBuild = (workspace: string) =>
  spawnSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--manifest', '--logLevel', 'warn'], {
    cwd: join(root, workspace),
    encoding: 'utf8',
  })

/** Builds the pages whose sources changed since their last build; the hash of those sources lies beside the result. */
export const ensureBuilt = (say: (line: string) => void): void => {
  for (const { workspace, name } of PAGES) {
    const mark = join(root, workspace, 'dist', '.source-hash')
    const hash = sourceHash(root, [workspace, ...SHARED], bakedEnvironment())
    if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) continue
    const started = Date.now()
    say(`Construindo ${name}…`)
    const result = viteBuild(workspace)
    if (result.status !== 0) throw new Refusal(`A construção de ${workspace} falhou.\n${result.stdout}${result.stderr}`)
    writeFileSync(mark, hash)
    say(`Pronto em ${((Date.now() - started) / 1000).toFixed(1)} s.`)
  }
}
