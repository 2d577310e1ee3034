import type { Conversation } from '@prosa/contract/entities/conversation'
import type { ComposerLock } from '@prosa/contract/rules/composer-window'
import { Attach } from './attach.tsx'
import { NowPlaying } from './player/now-playing.tsx'
import { Record } from './recorder/record.tsx'
import type { FileSending } from './send-files.ts'

export interface ComposerToolProps {
  /** Which of them it is: what records, or what attaches. */
  records?: boolean | undefined
  conversation: Conversation
  sending: FileSending
  lock: ComposerLock
  /** A bubble was put into the conversation. */
  onPut: () => void
}

/** What stands in the composer beside its text. */
export const ComposerTool = ({ records, conversation, lock, ...rest }: ComposerToolProps) =>
  records ? (
    <>
      <NowPlaying />
      <Record conversation={conversation} isOff={lock !== null} {...rest} />
    </>
  ) : (
    <Attach isOff={lock !== null} {...rest} />
  )
