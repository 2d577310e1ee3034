import type { Message } from '@prosa/contract/entities/conversations/message'
import type { FileContentSummary } from '../../../platform/files/file-content-summary.ts'

/** Converts the one-line summary of a message's file to the contract's field. Returns an empty object if there is no summary. */
export const presentFileLine = (about: FileContentSummary | null): Pick<Message, 'file_line'> =>
  about ? { file_line: { state: about.state, line: about.line } } : {}
