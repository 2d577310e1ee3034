import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'

const cleanups = new Set<() => void>()

process.on('exit', () => {
  for (const undo of [...cleanups].toReversed()) undo()
})

/**
 * Registers a cleanup that runs if this process exits early. Cleanups run in reverse order of registration.
 * @returns a function that removes the registration
 */
export const registerExitCleanup = (undo: () => void): (() => void) => {
  cleanups.add(undo)
  return () => void cleanups.delete(undo)
}

/** Ensures that a child process is killed when this process exits. */
export const killOnExit = <Child extends ChildProcess>(child: Child): Child => {
  child.once(
    'exit',
    registerExitCleanup(() => child.kill('SIGKILL')),
  )
  return child
}

/** Makes this process exit normally on termination signals, so that the registered cleanups run. */
export const exitOnSignals = (): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(128 + constants.signals[signal]))
}
