/**
 * Reason why a task failed. `error`: the function threw. `deadline`, `memory`: a limit was exceeded. `crash`: the process ended for another
 * reason.
 */
export type IsolatedTaskFailure = 'error' | 'deadline' | 'memory' | 'crash'

/** Error of a task that failed or exceeded a limit. */
export class IsolatedTaskError extends Error {
  readonly reason: IsolatedTaskFailure

  constructor(task: string, reason: IsolatedTaskFailure, detail: string) {
    super(`The isolated task ${task} failed (${reason}): ${detail}`)
    this.name = 'IsolatedTaskError'
    this.reason = reason
  }
}
