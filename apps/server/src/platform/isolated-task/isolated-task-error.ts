/**
 * Reason why a task failed. `error`: the function threw. `deadline`, `memory`: the task exceeded a limit. `crash`: its process ended for
 * another reason.
 */
export type IsolatedTaskFailure = 'error' | 'deadline' | 'memory' | 'crash'

/** Error of a task without a result. Its input cannot be processed within the limits. */
export class IsolatedTaskError extends Error {
  readonly reason: IsolatedTaskFailure

  constructor(task: string, reason: IsolatedTaskFailure, detail: string) {
    super(`The isolated task ${task} failed (${reason}): ${detail}`)
    this.name = 'IsolatedTaskError'
    this.reason = reason
  }
}
