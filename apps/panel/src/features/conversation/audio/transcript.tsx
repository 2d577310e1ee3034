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

/** Cuts a text after at most `most` characters, at a word boundary if there is one. */
function cutAtWord(text: string, most: number): string {
  const end = text.lastIndexOf(' ', most)
  return text.slice(0, end > 0 ? end : most).replace(/[.,;:]$/, '')
}

/** Shortens the parts to `COLLAPSED_CHARS` characters in total; the last part is cut. */
function truncateParts(parts: readonly TranscriptPart[]): TranscriptPart[] {
  let left = COLLAPSED_CHARS
  return parts.flatMap((part) => {
    if (left <= 0) return []
    const text = part.text.length > left ? `${cutAtWord(part.text, left)}…` : part.text
    left -= part.text.length
    return [{ ...part, text }]
  })
}

/** Sentence of a transcript. A click plays the audio from the sentence's beginning, if the time is known. */
function Sentence({ part: { text, start, end }, sound }: { part: TranscriptPart; sound: AudioTrack }) {
  const isHeard = useAudioPlayer(
    ({ id, became, phase, position }) =>
      start !== null && id === (became[sound.id] ?? sound.id) && phase === 'playing' && position >= start && position < end,
  )
  if (start === null) return text
  const words = `Ouvir de ${formatDuration(start * SECOND_MS)}`
  return (
    <button
      type="button"
      title={words}
      onClick={() => playAudioFrom(sound, start)}
      className={cx(
        'inline rounded-sm py-0.5 text-start decoration-dotted underline-offset-4 hover:underline',
        isHeard && 'bg-press',
      )}
    >
      {text} <span className="sr-only">{words}</span>
    </button>
  )
}

function TranscriptText({ text, sound }: { text: string; sound: AudioTrack }) {
  const { data: sentences = [] } = useQuery(transcriptSentencesQuery(sound.id))
  const [isWhole, setIsWhole] = useState(false)
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
        {(isLong && !isWhole ? truncateParts(parts) : parts).map((part, at) => (
          <span key={at}>
            {at > 0 && ' '}
            <Sentence part={part} sound={sound} />
          </span>
        ))}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setIsWhole(!isWhole)}
          className={cx(LINK_CLASSES, 'mt-0.5')}
        >
          {isWhole ? 'Mostrar menos' : 'Mostrar tudo'}
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
  const canAsk = useSession(({ user }) => user?.capabilities?.includes('transcripts') ?? false)
  const about = ['ask transcript', messageId]
  const ask = useMutation({
    meta: { showsOwnError: true, about },
    mutationFn: (_asked: TranscriptData) => call(requestAudioTranscript, { params: { messageId } }),
    onError: (error) => notifyError(error, { message: getServerMessage(error, 'Não foi possível pedir a transcrição.'), about }),
  })
  // A requested transcript counts as waiting until the message is updated with a new state.
  const isAsked = ask.isPending || (ask.isSuccess && ask.variables === transcript)
  const state = isAsked ? 'waiting' : transcript.state
  const told = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The clicked button was removed, so the text gets the focus.
    if (isAsked) told.current?.focus()
  }, [isAsked])
  const mayAsk = canAsk && (state === 'failed' || state === 'skipped')
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-ink-3 text-meta">
      <p ref={told} role={ask.isIdle ? undefined : 'status'} tabIndex={isAsked ? -1 : undefined}>
        {STATE_LABELS[state]}
      </p>
      {mayAsk && (
        <button type="button" onClick={() => ask.mutate(transcript)} className={LINK_CLASSES}>
          Transcrever
        </button>
      )}
    </div>
  )
}

/** Transcript of an audio message. Shows nothing for an unknown state. */
export function Transcript({ transcript, sound }: { transcript: TranscriptData; sound: AudioTrack }) {
  const { state, text } = transcript
  if (state !== 'done' && !STATE_LABELS[state]) return null
  return (
    <div className="w-72 max-w-full pb-0.5">
      {state === 'done' ? (
        <TranscriptText text={text} sound={sound} />
      ) : (
        <MissingTranscript transcript={transcript} messageId={sound.id} />
      )}
    </div>
  )
}
