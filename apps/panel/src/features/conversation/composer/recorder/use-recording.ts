import { MicrophoneError, type MicrophoneErrorReason } from '@prosa/voice/microphone'
import { type Recorder, startRecording } from '@prosa/voice/recorder'
import { formatDuration, formatSpokenDuration, MAX_RECORDING_MS, MIN_RECORDING_MS } from '@prosa/voice/recording-duration'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { dismissNotificationAbout, notify } from '../../../../shared/notifications/notifications.ts'
import { pauseAudio as pausePlayer } from '../../audio/audio-player-store.ts'
import { type MessageSender, sendFiles } from '../files/send-files.ts'
import { findRecording, removeRecording, storeRecording, useRecordings } from './recordings.ts'

const MICROPHONE_ERRORS: Readonly<Record<MicrophoneErrorReason, string>> = {
  refused: 'Libere o microfone nas permissões do site.',
  missing: 'Nenhum microfone foi encontrado.',
  busy: 'O microfone está em uso por outro programa.',
  unsupported: 'Este navegador não grava áudio neste endereço.',
}
const TOO_SHORT = 'Segure para gravar, solte para enviar.'
const NOT_READY = 'Não foi possível preparar o áudio. Ele continua aqui: tente de novo.'
/** Subject of notifications about recording. They are dismissed when a recording succeeds or is discarded. */
export const RECORDING_SUBJECT = ['recording']

const getRecordingAnnouncement = (recorder: Recorder): string => {
  const length = formatSpokenDuration(recorder.getElapsedMs())
  switch (recorder.getState().phase) {
    case 'recording':
      return 'Gravando'
    case 'paused':
      return `Pausado, ${length}`
    case 'ended':
      return `Gravação encerrada, ${length}`
  }
}

interface RecordingOptions {
  conversationId: string
  leadName: string
  sender: MessageSender
  onQueued: () => void
}

/** Ids of conversations whose recorder is rendered. */
const visibleConversationIds = new Set<string>()
const LEAVE_DELAY_MS = 500

/** Stops the recording when the user opens another page. The recording stays in its conversation. */
function stopOnLeave(conversationId: string, leadName: string): void {
  const recorder = findRecording(useRecordings.getState(), conversationId)
  if (!recorder || recorder.getState().phase === 'ended') return
  const elapsedMs = recorder.getElapsedMs()
  if (elapsedMs < MIN_RECORDING_MS) return removeRecording(recorder)
  recorder.stop()
  const message = `O áudio de ${formatDuration(elapsedMs)} espera na conversa com ${leadName}.`
  notify.info({ title: 'A gravação parou', message, subject: [...RECORDING_SUBJECT, conversationId] })
}

/** Returns the state of the conversation's voice recording, from the press of the button until its bubble is added. */
export function useRecording({ conversationId, leadName, sender, onQueued }: RecordingOptions) {
  const recorder = useRecordings((recordings) => findRecording(recordings, conversationId))
  const [announcement, announce] = useState('')
  const [isBusy, setBusy] = useState(false)
  /** Number of microphone requests so far. Results of earlier requests are ignored. */
  const startRequests = useRef(0)

  useEffect(
    () =>
      recorder?.subscribe(() => {
        announce(getRecordingAnnouncement(recorder))
      }),
    [recorder],
  )

  const start = async (): Promise<void> => {
    if (recorder || isBusy) return
    pausePlayer()
    const requestId = ++startRequests.current
    setBusy(true)
    try {
      const started = await startRecording()
      if (requestId !== startRequests.current) return started.stop()
      dismissNotificationAbout(RECORDING_SUBJECT)
      storeRecording(conversationId, started)
      announce(getRecordingAnnouncement(started))
    } catch (error) {
      const reason = error instanceof MicrophoneError ? error.reason : 'busy'
      if (requestId === startRequests.current)
        notify.error({ title: 'Sem microfone', message: MICROPHONE_ERRORS[reason], subject: RECORDING_SUBJECT })
    } finally {
      setBusy(false)
    }
  }

  const cancelStart = () => {
    startRequests.current++
  }

  const discard = () => {
    cancelStart()
    if (!recorder) return
    pausePlayer()
    dismissNotificationAbout(RECORDING_SUBJECT)
    removeRecording(recorder)
    announce('Áudio descartado')
  }

  const discardTooShort = () => {
    cancelStart()
    if (recorder) removeRecording(recorder)
    announce('')
    notify.info({ title: 'Gravar áudio', message: TOO_SHORT, subject: RECORDING_SUBJECT })
  }

  const send = async () => {
    if (!recorder) return cancelStart()
    if (recorder.getElapsedMs() < MIN_RECORDING_MS) return
    pausePlayer()
    recorder.stop()
    setBusy(true)
    try {
      const { blob, filename, mediaType } = await recorder.getRecording()
      dismissNotificationAbout(RECORDING_SUBJECT)
      removeRecording(recorder)
      void sendFiles(sender, [{ blob, name: filename, mediaType }])
      onQueued()
      announce('Áudio enviado')
    } catch {
      notify.error({ message: NOT_READY, subject: RECORDING_SUBJECT })
    } finally {
      setBusy(false)
    }
  }

  const trackVisibility = useEffectEvent(() => {
    visibleConversationIds.add(conversationId)
    return () => {
      cancelStart()
      visibleConversationIds.delete(conversationId)
      // A change of the layout remounts the page for a moment; the recording must continue then.
      setTimeout(() => {
        if (!visibleConversationIds.has(conversationId)) stopOnLeave(conversationId, leadName)
      }, LEAVE_DELAY_MS)
    }
  })
  useEffect(() => trackVisibility(), [])

  return { recorder, announcement, isBusy, start, discard, discardTooShort, send }
}

export const hasReachedMaxDuration = (recorder: Recorder): boolean => recorder.getElapsedMs() >= MAX_RECORDING_MS
