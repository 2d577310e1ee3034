import type { Message } from '@prosa/contract/entities/conversations/message'
import type { FileContentSummary } from '../../../platform/files/file-content-summary.ts'

/** Converts the one-line summary of a message's file to the API format. Returns an empty object if there is no summary. */
export const presentFileLine = (summary: FileContentSummary | null): Pick<Message, 'file_line'> =>
  summary ? { file_line: { state: summary.state, line: summary.line } } : {}
