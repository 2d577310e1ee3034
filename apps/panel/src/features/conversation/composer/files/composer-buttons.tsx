import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { ComposerLock } from '@prosa/contract/rules/conversations/composer-lock'
import { NowPlaying } from '../../audio/now-playing.tsx'
import { RecordButton } from '../recorder/record-button.tsx'
import { AttachmentMenu } from './attachment-menu.tsx'
import type { MessageSender } from './send-files.ts'

export interface ComposerButtonsProps {
  /** Whether to render the voice recorder. Otherwise the attach button is rendered. */
  records?: boolean | undefined
  conversation: Conversation
  sending: MessageSender
  lock: ComposerLock
  /** Called after a message bubble was added to the conversation. */
  onPut: () => void
}

/** Button beside the composer's text field. */
export const ComposerButtons = ({ records, conversation, lock, ...rest }: ComposerButtonsProps) =>
  records ? (
    <>
      <NowPlaying />
      <RecordButton conversation={conversation} isOff={lock !== null} {...rest} />
    </>
  ) : (
    <AttachmentMenu isOff={lock !== null} {...rest} />
  )
