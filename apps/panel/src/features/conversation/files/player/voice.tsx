import type { Message } from '@prosa/contract/entities/message'
import { SoundPlayer, type SoundPlayerProps } from './sound-player.tsx'
import { Transcript } from './transcript.tsx'

export interface VoiceProps extends SoundPlayerProps {
  /** What is said in it; absent where nobody writes that down. */
  transcript: Message['transcript']
}

/** A message's sound, and what is said in it. */
export function Voice({ transcript, ...player }: VoiceProps) {
  return (
    <>
      <SoundPlayer {...player} />
      {transcript && <Transcript transcript={transcript} sound={player.sound} />}
    </>
  )
}
