import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { MIN_RECORDING_MS } from '@prosa/voice/recording-duration'
import Lock from 'lucide-react/icons/lock'
import Mic from 'lucide-react/icons/mic'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../../../shared/ui/buttons/icon-button.tsx'
import type { MessageSender } from '../files/send-files.ts'
import { RecordingBar } from './recording-bar.tsx'
import { usePressAndHold } from './use-press-and-hold.ts'
import { useRecording } from './use-recording.ts'

interface RecordButtonProps {
  conversation: Conversation
  sender: MessageSender
  isDisabled: boolean
  /** Called after a message bubble was added to the conversation. */
  onQueued: () => void
}

/**
 * Button that records a voice message while it is pressed. A click or Enter starts a recording that is controlled by the buttons of the
 * recording bar.
 */
export function RecordButton({ conversation, sender, isDisabled, onQueued }: RecordButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { recorder, announcement, isBusy, start, discard, discardTooShort, send } = useRecording({
    conversationId: conversation._id,
    leadName: conversation.lead_name || 'o lead',
    sender,
    onQueued,
  })
  const { holdState, handlers } = usePressAndHold({
    onPress: () => {
      if (!isDisabled) void start()
    },
    onRelease: () => {
      if (isDisabled) return
      if (!recorder || recorder.getElapsedMs() < MIN_RECORDING_MS) discardTooShort()
      else void send()
    },
    onDiscard: discard,
  })
  useEffect(() => {
    if (!recorder) return
    const { current: mic } = button
    return () => {
      // Does nothing if the conversation was closed and the button removed.
      if (mic?.isConnected) mic.focus()
    }
  }, [recorder])
  const isHolding = holdState !== null && recorder !== undefined

  return (
    <>
      <span data-recorder className="relative block size-full">
        <IconButton
          {...handlers}
          ref={button}
          label="Gravar áudio"
          disabled={isDisabled}
          inert={recorder !== undefined && !isHolding}
          className={`!size-full touch-none select-none ${isHolding ? 'relative z-20 scale-125 !rounded-full !bg-primary !text-on-primary' : ''}`}
        >
          <Mic aria-hidden="true" />
        </IconButton>
        {isHolding && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-x-0 bottom-[calc(100%+1.25rem)] z-20 flex flex-col items-center rounded-full border border-line bg-surface py-2 text-ink-2"
          >
            <Lock className="size-4" />
          </span>
        )}
      </span>
      {recorder && (
        <RecordingBar
          recorder={recorder}
          holdState={holdState}
          isWhatsApp={conversation.channel === 'whatsapp'}
          isBusy={isBusy}
          isDisabled={isDisabled}
          onDiscard={discard}
          onSend={() => void send()}
        />
      )}
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  )
}
