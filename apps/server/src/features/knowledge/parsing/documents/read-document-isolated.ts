import { IsolatedTaskError, type IsolatedTaskFailure } from '../../../../platform/isolated-task/isolated-task-error.ts'
import { createIsolatedTasks, type IsolatedTaskLimits } from '../../../../platform/isolated-task/isolated-tasks.ts'
import { type SourceParseResult, UnreadableSourceError } from '../source-parse-result.ts'
import { DOCUMENT_DAMAGED_TEXT, DOCUMENT_TOO_LARGE_TEXT } from './document-error-texts.ts'
import type * as knowledgeTasks from './knowledge-tasks.ts'

const TOO_SLOW_TEXT = 'Este arquivo demora demais para ler. Divida-o em partes menores.'
const FAILURE_TEXTS: Readonly<Record<IsolatedTaskFailure, string>> = {
  deadline: TOO_SLOW_TEXT,
  memory: DOCUMENT_TOO_LARGE_TEXT,
  crash: DOCUMENT_DAMAGED_TEXT,
  error: DOCUMENT_DAMAGED_TEXT,
}

const MODULE = new URL('./knowledge-tasks.ts', import.meta.url)
const tasks = createIsolatedTasks<typeof knowledgeTasks>(MODULE, { processes: 2, niceness: 5 })
/** Low-priority process for documents that no user waits for. Parsing them must not delay answers to leads. */
const lowPriorityTasks = createIsolatedTasks<typeof knowledgeTasks>(MODULE, { processes: 1, niceness: 10 })

/**
 * Reads an untrusted document in an isolated process, one document at a time per organisation.
 * @param onFailure receives the technical reason if the process failed
 * @throws UnreadableSourceError with a Portuguese message if the document cannot be read, or if reading takes more than 10 s or 256 MB
 */
export async function readDocumentIsolated(
  document: knowledgeTasks.DocumentFile,
  onFailure: (reason: string) => void,
  { tenantId, hasLowPriority = false, ...limits }: IsolatedTaskLimits & { tenantId?: string; hasLowPriority?: boolean } = {},
): Promise<SourceParseResult> {
  try {
    const outcome = await (hasLowPriority ? lowPriorityTasks : tasks).run('readDocument', document, {
      ...limits,
      ...(tenantId === undefined ? {} : { key: tenantId }),
    })
    if ('read' in outcome) return outcome.read
    throw new UnreadableSourceError(outcome.unreadable)
  } catch (error) {
    if (!(error instanceof IsolatedTaskError)) throw error
    onFailure(error.message)
    throw new UnreadableSourceError(FAILURE_TEXTS[error.reason])
  }
}
