import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { ComposerLock } from '@prosa/contract/rules/conversations/composer-lock'
import { NowPlaying } from '../../audio/now-playing.tsx'
import { RecordButton } from '../recorder/record-button.tsx'
import { AttachmentMenu } from './attachment-menu.tsx'
import type { MessageSender } from './send-files.ts'

export interface ComposerButtonsProps {
  /** Whether to render the voice recorder. Otherwise the attach button is rendered. */
  showsRecorder?: boolean | undefined
  conversation: Conversation
  sender: MessageSender
  lock: ComposerLock
  /** Called after a message bubble was added to the conversation. */
  onQueued: () => void
}

/** Button beside the composer's text field. */
export const ComposerButtons = ({ showsRecorder, conversation, lock, ...rest }: ComposerButtonsProps) =>
  showsRecorder ? (
    <>
      <NowPlaying />
      <RecordButton conversation={conversation} isDisabled={lock !== null} {...rest} />
    </>
  ) : (
    <AttachmentMenu isDisabled={lock !== null} {...rest} />
  )
