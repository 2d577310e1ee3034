import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'
import { ensureBuilt } from './build/ensure-built.ts'

/** Runs the server, which restarts when its sources change, and the panel with hot reload. */
const startDev = () => {
  ensureBuilt(console.log)
  const run = (args: string[], cwd: string): ChildProcess =>
    spawn(process.execPath, args, { cwd, stdio: 'inherit', env: { ...process.env, PANEL_DEFAULTS: '1' } })
  const children = [
    run(['--watch', '--watch-preserve-output', join(root, 'apps/server/src/main.ts')], root),
    run([join(root, 'node_modules/vite/bin/vite.js')], join(root, 'apps/panel')),
  ]
  const stop = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  for (const child of children) child.on('exit', stop)
}

startDev()
