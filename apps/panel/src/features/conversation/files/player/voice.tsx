import type { Message } from '@prosa/contract/entities/message'
import { SoundPlayer, type SoundPlayerProps } from './sound-player.tsx'
import { Transcript } from './transcript.tsx'

export interface VoiceProps extends SoundPlayerProps {
  /** Transcript; missing if the provider has none. */
  transcript: Message['transcript']
}

/** Audio of a message with its transcript. */
export function Voice({ transcript, ...player }: VoiceProps) {
  return (
    <>
      <SoundPlayer {...player} />
      {transcript && <Transcript transcript={transcript} sound={player.sound} />}
    </>
  )
}
