import type { Message } from '@prosa/contract/entities/conversations/message'
import { AudioPlayer, type AudioPlayerProps } from './audio-player.tsx'
import { Transcript } from './transcript.tsx'

export interface AudioWithTranscriptProps extends AudioPlayerProps {
  /** Transcript; missing if the provider has none. */
  transcript: Message['transcript']
}

export function AudioWithTranscript({ transcript, ...player }: AudioWithTranscriptProps) {
  return (
    <>
      <AudioPlayer {...player} />
      {transcript && <Transcript transcript={transcript} track={player.track} />}
    </>
  )
}
