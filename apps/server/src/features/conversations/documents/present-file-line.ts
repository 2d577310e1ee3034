import type { Message } from '@prosa/contract/entities/conversations/message'
import type { FileContentSummary } from '../../../platform/files/file-content-summary.ts'

/** Returns the contract's field for the line under a message's file. */
export const presentFileLine = (about: FileContentSummary | null): Pick<Message, 'file_line'> =>
  about ? { file_line: { state: about.state, line: about.line } } : {}
