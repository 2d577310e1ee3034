import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'

const undoing = new Set<() => void>()

process.on('exit', () => {
  for (const undo of [...undoing].toReversed()) undo()
})

/**
 * Registers a cleanup for the case that this process exits early. Cleanups run in reverse order.
 * @returns a function that removes the registration
 */
export const atExit = (undo: () => void): (() => void) => {
  undoing.add(undo)
  return () => void undoing.delete(undo)
}

/** Kills a child process when this process exits. */
export const goesWithUs = <Child extends ChildProcess>(child: Child): Child => {
  child.once(
    'exit',
    atExit(() => child.kill('SIGKILL')),
  )
  return child
}

/** Makes termination signals exit this process normally, so that the `atExit` cleanups run. */
export const endOnSignals = (): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(128 + constants.signals[signal]))
}
