import type { Message } from '@prosa/contract/entities/message'
import type { AboutFile } from '../../../kernel/about-file.ts'

/** What a message says of what its file is about. */
export const presentLine = (about: AboutFile | null): Pick<Message, 'file_line'> =>
  about ? { file_line: { state: about.state, line: about.line } } : {}
