import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Refusal, root } from '../bootstrap.mjs'
import { hashSources } from './hash-sources.ts'

const BUILT_PAGES = [
  { workspace: 'apps/panel', name: 'o painel' },
  { workspace: 'apps/webchat', name: 'o chat do lead' },
] as const
const SHARED_SOURCES = ['packages/contract', 'packages/theme', 'tsconfig.base.json', 'package-lock.json']

/** Lists the environment variables that Vite embeds in the pages. A changed value requires a new build. */
const listViteEnvironment = () =>
  Object.entries(process.env)
    .filter(([name]) => name.startsWith('VITE_'))
    .map(([name, value]) => `${name}=${value}`)
    .sort()

const runViteBuild = (workspace: string) =>
  spawnSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--manifest', '--logLevel', 'warn'], {
    cwd: join(root, workspace),
    // Uses the settings of the example file, because a fresh clone has no settings of its own.
    env: { ...process.env, PANEL_DEFAULTS: '1' },
    encoding: 'utf8',
  })

/**
 * Source folder of the model that classifies leads' messages (docs/decisions/026). Classifying one line builds the model if it is missing
 * or outdated.
 */
const CLASSIFIER_SOURCE_FOLDER = 'apps/server/src/features/assistant/understanding'
const CLASSIFIER_MODEL_PATH = 'node_modules/.cache/prosa-likeness'
const buildClassifierModel = () =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const { parseMessages } = await import(${JSON.stringify(pathToFileURL(join(root, CLASSIFIER_SOURCE_FOLDER, 'parse-messages.ts')).href)}); parseMessages([{ content: 'oi', type: 'text' }])`,
    ],
    { encoding: 'utf8' },
  )

const ensureClassifierModel = (say: (line: string) => void): void => {
  const mark = join(root, `${CLASSIFIER_MODEL_PATH}.hash`)
  const hash = hashSources(root, [CLASSIFIER_SOURCE_FOLDER], [])
  if (existsSync(join(root, CLASSIFIER_MODEL_PATH)) && existsSync(mark) && readFileSync(mark, 'utf8') === hash) return
  const started = Date.now()
  const result = buildClassifierModel()
  if (result.status !== 0)
    throw new Refusal(`O modelo de leitura das mensagens não pôde ser feito.\n${result.stdout}${result.stderr}`)
  writeFileSync(mark, hash)
  say(`Modelo de leitura das mensagens pronto em ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}

/**
 * Builds the pages whose sources changed since the last build, and the classifier model. Stores a hash of the sources next to each result.
 */
export const ensureBuilt = (say: (line: string) => void): void => {
  for (const { workspace, name } of BUILT_PAGES) {
    const mark = join(root, workspace, 'dist', '.source-hash')
    const hash = hashSources(root, [workspace, ...SHARED_SOURCES], listViteEnvironment())
    if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) continue
    const started = Date.now()
    say(`Construindo ${name}…`)
    const result = runViteBuild(workspace)
    if (result.status !== 0) throw new Refusal(`A construção de ${workspace} falhou.\n${result.stdout}${result.stderr}`)
    writeFileSync(mark, hash)
    say(`Pronto em ${((Date.now() - started) / 1000).toFixed(1)} s.`)
  }
  ensureClassifierModel(say)
}
