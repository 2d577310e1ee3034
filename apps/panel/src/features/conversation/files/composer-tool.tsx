import type { Conversation } from '@prosa/contract/entities/conversation'
import type { ComposerLock } from '@prosa/contract/rules/composer-window'
import { Attach } from './attach.tsx'
import { NowPlaying } from './player/now-playing.tsx'
import { Record } from './recorder/record.tsx'
import type { FileSending } from './send-files.ts'

export interface ComposerToolProps {
  /** Whether to render the recorder instead of the attachment button. */
  records?: boolean | undefined
  conversation: Conversation
  sending: FileSending
  lock: ComposerLock
  /** Called after a bubble was added to the conversation. */
  onPut: () => void
}

/** Buttons beside the composer's text. */
export const ComposerTool = ({ records, conversation, lock, ...rest }: ComposerToolProps) =>
  records ? (
    <>
      <NowPlaying />
      <Record conversation={conversation} isOff={lock !== null} {...rest} />
    </>
  ) : (
    <Attach isOff={lock !== null} {...rest} />
  )
