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
  const length = formatSpokenDuration(recorder.elapsed())
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
  sending: MessageSender
  onPut: () => void
}

/** Ids of conversations whose recorder is rendered. */
const visibleConversationIds = new Set<string>()
const LEAVE_DELAY_MS = 500

/** Stops the recording when the user opens another page. The recording stays in its conversation. */
function stopOnLeave(conversationId: string, leadName: string): void {
  const recorder = findRecording(useRecordings.getState(), conversationId)
  if (!recorder || recorder.getState().phase === 'ended') return
  const elapsed = recorder.elapsed()
  if (elapsed < MIN_RECORDING_MS) return removeRecording(recorder)
  recorder.end()
  const message = `O áudio de ${formatDuration(elapsed)} espera na conversa com ${leadName}.`
  notify.info({ title: 'A gravação parou', message, about: [...RECORDING_SUBJECT, conversationId] })
}

/** Returns the state of the conversation's voice recording, from the press of the button until its bubble is added. */
export function useRecording({ conversationId, leadName, sending, onPut }: RecordingOptions) {
  const recorder = useRecordings((all) => findRecording(all, conversationId))
  const [said, say] = useState('')
  const [isBusy, setBusy] = useState(false)
  /** Number of microphone requests so far. Results of earlier requests are ignored. */
  const asking = useRef(0)

  useEffect(
    () =>
      recorder?.subscribe(() => {
        say(getRecordingAnnouncement(recorder))
      }),
    [recorder],
  )

  const begin = async (): Promise<void> => {
    if (recorder || isBusy) return
    pausePlayer()
    const mine = ++asking.current
    setBusy(true)
    try {
      const started = await startRecording()
      if (mine !== asking.current) return started.end()
      dismissNotificationAbout(RECORDING_SUBJECT)
      storeRecording(conversationId, started)
      say(getRecordingAnnouncement(started))
    } catch (error) {
      const reason = error instanceof MicrophoneError ? error.reason : 'busy'
      if (mine === asking.current)
        notify.error({ title: 'Sem microfone', message: MICROPHONE_ERRORS[reason], about: RECORDING_SUBJECT })
    } finally {
      setBusy(false)
    }
  }

  const callOff = () => {
    asking.current++
  }

  const discard = () => {
    callOff()
    if (!recorder) return
    pausePlayer()
    dismissNotificationAbout(RECORDING_SUBJECT)
    removeRecording(recorder)
    say('Áudio descartado')
  }

  const hint = () => {
    callOff()
    if (recorder) removeRecording(recorder)
    say('')
    notify.info({ title: 'Gravar áudio', message: TOO_SHORT, about: RECORDING_SUBJECT })
  }

  const send = async () => {
    if (!recorder) return callOff()
    if (recorder.elapsed() < MIN_RECORDING_MS) return
    pausePlayer()
    recorder.end()
    setBusy(true)
    try {
      const { blob, filename, as } = await recorder.take()
      dismissNotificationAbout(RECORDING_SUBJECT)
      removeRecording(recorder)
      void sendFiles(sending, [{ blob, name: filename, as }])
      onPut()
      say('Áudio enviado')
    } catch {
      notify.error({ message: NOT_READY, about: RECORDING_SUBJECT })
    } finally {
      setBusy(false)
    }
  }

  const onShown = useEffectEvent(() => {
    visibleConversationIds.add(conversationId)
    return () => {
      callOff()
      visibleConversationIds.delete(conversationId)
      // A change of the layout remounts the page for a moment; the recording must continue then.
      setTimeout(() => {
        if (!visibleConversationIds.has(conversationId)) stopOnLeave(conversationId, leadName)
      }, LEAVE_DELAY_MS)
    }
  })
  useEffect(() => onShown(), [])

  return { recorder, said, isBusy, begin, discard, hint, send }
}

export const hasReachedMaxDuration = (recorder: Recorder): boolean => recorder.elapsed() >= MAX_RECORDING_MS
