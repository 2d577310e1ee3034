import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'

const undoing = new Set<() => void>()

process.on('exit', () => {
  for (const undo of [...undoing].toReversed()) undo()
})

/** Has something undone when this process ends before it was done in good order; what began last goes first. @returns says that it is done */
export const atExit = (undo: () => void): (() => void) => {
  undoing.add(undo)
  return () => void undoing.delete(undo)
}

/** A process that was started here does not outlive this one. */
export const goesWithUs = <Child extends ChildProcess>(child: Child): Child => {
  child.once(
    'exit',
    atExit(() => child.kill('SIGKILL')),
  )
  return child
}

/** Lets a signal end this process as any end does: with what `atExit` was told. */
export const endOnSignals = (): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(128 + constants.signals[signal]))
}
