import { getTranscript, requestAudioTranscript } from '@prosa/contract/calls/conversations/transcripts'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { formatDuration } from '@prosa/voice/recording-duration'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { call } from '../../../shared/api/api-client.ts'
import { getServerMessage } from '../../../shared/api/errors.ts'
import { notifyError } from '../../../shared/notifications/notifications.ts'
import { useSession } from '../../../shared/session/session.ts'
import { cx } from '../../../shared/ui/cx.ts'
import { stripBidiControls } from '../cache/strip-bidi-controls.ts'
import { type AudioTrack, playAudioFrom, useAudioPlayer } from './audio-player-store.ts'

/** Number of characters of a transcript that are shown before it is expanded (2-agents.md, section 3). */
const COLLAPSED_CHARS = 280
const SECOND_MS = 1_000
const LINK_CLASSES = 'reach rounded-sm font-semibold text-primary text-meta hover:underline'

type TranscriptData = NonNullable<Message['transcript']>
interface TranscriptPart {
  text: string
  /** Start of the sentence in seconds from the beginning of the audio; null if unknown. */
  start: number | null
  end: number
}

const transcriptSentencesQuery = (messageId: string) =>
  queryOptions({
    // If the request fails, the text is shown without the times of its sentences.
    meta: { showsOwnError: true },
    queryKey: ['transcript', messageId],
    queryFn: async ({ signal }) => (await call(getTranscript, { params: { messageId }, signal })).data.segments,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Cuts a text after at most `maxChars` characters, at a word boundary if there is one. */
function cutAtWord(text: string, maxChars: number): string {
  const end = text.lastIndexOf(' ', maxChars)
  return text.slice(0, end > 0 ? end : maxChars).replace(/[.,;:]$/, '')
}

/** Shortens the parts to `COLLAPSED_CHARS` characters in total; the last part is cut. */
function truncateParts(parts: readonly TranscriptPart[]): TranscriptPart[] {
  let remainingChars = COLLAPSED_CHARS
  return parts.flatMap((part) => {
    if (remainingChars <= 0) return []
    const text = part.text.length > remainingChars ? `${cutAtWord(part.text, remainingChars)}…` : part.text
    remainingChars -= part.text.length
    return [{ ...part, text }]
  })
}

/** Sentence of a transcript. A click plays the audio from the sentence's beginning, if the time is known. */
function Sentence({ part: { text, start, end }, track }: { part: TranscriptPart; track: AudioTrack }) {
  const isPlaying = useAudioPlayer(
    ({ id, replacementIds, phase, position }) =>
      start !== null &&
      id === (replacementIds[track.id] ?? track.id) &&
      phase === 'playing' &&
      position >= start &&
      position < end,
  )
  if (start === null) return text
  const label = `Ouvir de ${formatDuration(start * SECOND_MS)}`
  return (
    <button
      type="button"
      title={label}
      onClick={() => playAudioFrom(track, start)}
      className={cx(
        'inline rounded-sm py-0.5 text-start decoration-dotted underline-offset-4 hover:underline',
        isPlaying && 'bg-press',
      )}
    >
      {text} <span className="sr-only">{label}</span>
    </button>
  )
}

function TranscriptText({ text, track }: { text: string; track: AudioTrack }) {
  const { data: sentences = [] } = useQuery(transcriptSentencesQuery(track.id))
  const [isExpanded, setIsExpanded] = useState(false)
  const id = useId()
  const parts: TranscriptPart[] =
    sentences.length > 0
      ? sentences.map((sentence) => ({ ...sentence, text: stripBidiControls(sentence.text) }))
      : [{ text: stripBidiControls(text), start: null, end: 0 }]
  const isLong = text.length > COLLAPSED_CHARS
  return (
    <>
      <p id={id} dir="auto" className="wrap-anywhere text-ui leading-6">
        <span className="sr-only">Transcrição: </span>
        {(isLong && !isExpanded ? truncateParts(parts) : parts).map((part, index) => (
          <span key={index}>
            {index > 0 && ' '}
            <Sentence part={part} track={track} />
          </span>
        ))}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-controls={id}
          onClick={() => setIsExpanded(!isExpanded)}
          className={cx(LINK_CLASSES, 'mt-0.5')}
        >
          {isExpanded ? 'Mostrar menos' : 'Mostrar tudo'}
        </button>
      )}
    </>
  )
}

const STATE_LABELS: Readonly<Record<string, string>> = {
  waiting: 'Transcrevendo…',
  empty: 'Áudio sem fala',
  failed: 'Não foi possível transcrever',
  skipped: 'Áudio longo',
}

/** Explains why there is no transcript. If the transcription failed or was skipped, a button requests it (HEAR-10). */
function MissingTranscript({ transcript, messageId }: { transcript: TranscriptData; messageId: string }) {
  const canRequest = useSession(({ user }) => user?.capabilities?.includes('transcripts') ?? false)
  const subject = ['ask transcript', messageId]
  const requestMutation = useMutation({
    meta: { showsOwnError: true, subject },
    mutationFn: (_transcript: TranscriptData) => call(requestAudioTranscript, { params: { messageId } }),
    onError: (error) =>
      notifyError(error, { message: getServerMessage(error, 'Não foi possível pedir a transcrição.'), subject }),
  })
  // A requested transcript counts as waiting until the message is updated with a new state.
  const isRequested = requestMutation.isPending || (requestMutation.isSuccess && requestMutation.variables === transcript)
  const state = isRequested ? 'waiting' : transcript.state
  const statusRef = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The clicked button was removed, so the text gets the focus.
    if (isRequested) statusRef.current?.focus()
  }, [isRequested])
  const showsRequestButton = canRequest && (state === 'failed' || state === 'skipped')
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-ink-3 text-meta">
      <p ref={statusRef} role={requestMutation.isIdle ? undefined : 'status'} tabIndex={isRequested ? -1 : undefined}>
        {STATE_LABELS[state]}
      </p>
      {showsRequestButton && (
        <button type="button" onClick={() => requestMutation.mutate(transcript)} className={LINK_CLASSES}>
          Transcrever
        </button>
      )}
    </div>
  )
}

/** Transcript of an audio message. Shows nothing for an unknown state. */
export function Transcript({ transcript, track }: { transcript: TranscriptData; track: AudioTrack }) {
  const { state, text } = transcript
  if (state !== 'done' && !STATE_LABELS[state]) return null
  return (
    <div className="w-72 max-w-full pb-0.5">
      {state === 'done' ? (
        <TranscriptText text={text} track={track} />
      ) : (
        <MissingTranscript transcript={transcript} messageId={track.id} />
      )}
    </div>
  )
}
